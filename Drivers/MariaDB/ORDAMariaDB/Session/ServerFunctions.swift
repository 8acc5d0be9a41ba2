/// Names before a parenthesis that are no routine of the database: the server's functions, and words of SQL. A missing
/// one costs a question, and nothing else.
enum ServerFunctions {
  /// The hashes of the names, in lower case: a text is searched each time it is prepared.
  static let known: Set<UInt64> = Set(names.split(whereSeparator: \.isWhitespace).map { hash($0.utf8) })

  /// A name's hash, ignoring case (FNV-1a).
  static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      let small = byte &- 0x41 < 26 ? byte | 0x20 : byte
      return (hash ^ UInt64(small)) &* 0x100_0000_01B3
    }
  }

  private static let names = """
    abs acos add_months adddate addtime aes_decrypt aes_encrypt against all and any as ascii asin atan atan2 avg
    benchmark between bigint bin bin_to_uuid binary bit bit_and bit_count bit_length bit_or bit_xor blob by case
    cast ceil ceiling char char_length character character_length charset check chr coalesce coercibility collate
    column_add column_check column_create column_delete column_exists column_get column_json column_list compress
    concat concat_ws connection_id conv convert convert_tz cos cot count crc32 crc32c cume_dist curdate
    current_date current_role current_time current_timestamp current_user curtime database date date_add
    date_format date_sub datediff datetime day dayname dayofmonth dayofweek dayofyear dec decimal decode
    decode_histogram decode_oracle default degrees dense_rank des_decrypt des_encrypt distinct div double else elt
    encode encrypt end enum escape except exists exp export_set extract extractvalue fetch field filter find_in_set
    first_value fixed float floor for force format format_bytes format_pico_time found_rows from from_base64
    from_days from_unixtime geometrycollection get_format greatest group group_concat having hex hour if ifnull
    ignore in index inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr int integer intersect interval into is
    is_free_lock is_ipv4 is_ipv6 is_used_lock isnull join json_array json_array_append json_array_insert
    json_arrayagg json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists
    json_extract json_insert json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve
    json_normalize json_object json_objectagg json_overlaps json_pretty json_query json_quote json_remove
    json_replace json_search json_set json_table json_type json_unquote json_valid json_value key key_block_size
    lag last_day last_insert_id last_value lastval lcase lead least left length lengthb like limit ln load_file
    localtime localtimestamp locate log log10 log2 lower lpad ltrim make_set makedate maketime master_gtid_wait
    master_pos_wait match max md5 median mediumint microsecond mid min minute mod month monthname name_const
    natural_sort_key nchar next nextval not now nth_value ntile nullif number numeric nvarchar nvl nvl2 oct
    octet_length offset old_password on or ord order over partition password percent_rank percentile_cont
    percentile_disc period_add period_diff pi point position pow power precision previous primary quarter quote
    radians rand random_bytes rank real recursive references regexp regexp_instr regexp_replace regexp_substr
    repeat replace return returning reverse right rlike round row row_count row_number rows rpad rtrim schema
    sec_to_time second select separator session_user set setval sformat sha sha1 sha2 sign signed sin sleep
    smallint some soundex space sqrt st_asbinary st_asgeojson st_astext st_buffer st_centroid st_contains
    st_distance st_distance_sphere st_dwithin st_equals st_geomfromgeojson st_geomfromtext st_geomfromwkb
    st_intersects st_within st_x st_y std stddev stddev_pop stddev_samp str_to_date straight_join strcmp subdate
    substr substring substring_index subtime sum sys_guid sysdate system_user tan text then time time_format
    time_to_sec timediff timestamp timestampadd timestampdiff tinyint to_base64 to_char to_days to_seconds trim
    trim_oracle truncate ucase uncompress uncompressed_length unhex union unique unix_timestamp unsigned update
    updatexml upper use user using utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin value values var_pop
    var_samp varbinary varchar variance vec_distance vec_fromtext vec_totext version week weekday weekofyear
    weight_string when where with within xor year yearweek
    """
}
