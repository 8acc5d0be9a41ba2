/// The built-in functions of MariaDB and PostgreSQL that only compute or read, and the words that parentheses may follow.
///
/// What is missing here is refused, so that a function that a database gets in future, or that somebody has made, is too. Left out
/// on purpose are those that wait (SLEEP, BENCHMARK, pg_sleep), lock, read files, make numbers of sequences, end sessions or
/// change settings.
enum HarmlessFunctions {
  static let names: Set<String> = Set(
    (words + types + common + mariadb + postgresql).split(whereSeparator: \.isWhitespace).map(String.init))

  /// No functions at all.
  private static let words = """
    select from where and or not in exists any some all as on using over by values value with recursive union except intersect join
    left right inner outer cross natural lateral when then else case end between like ilike similar rlike regexp is distinct limit
    offset having group order partition filter within interval row rows array table only of set explain describe analyze
    format costs verbose buffers timing summary settings index key use force ignore return if div mod xor binary collate escape
    materialized unnest grouping sets cube rollup range groups exclude window first next fetch
    """

  private static let types = """
    char character varchar nchar nvarchar varbinary decimal dec numeric number float double real bit varbit int integer bigint
    smallint tinyint mediumint time timestamp timestamptz datetime date signed unsigned text year
    """

  private static let common = """
    abs acos asin atan atan2 avg bit_and bit_length bit_or bit_xor cast ceil ceiling char_length character_length coalesce concat
    concat_ws cos cot count cume_dist current_date current_time current_timestamp current_user degrees dense_rank exp extract
    first_value floor greatest lag last_value lead least length ln localtime localtimestamp log log10 lower lpad ltrim max md5
    min mod now nth_value ntile nullif octet_length percent_rank pi position power pow radians rank repeat replace reverse round
    row_number rpad rtrim session_user sign sin split_part sqrt stddev stddev_pop stddev_samp string_agg strpos substr substring sum
    tan translate trim truncate upper user var_pop var_samp variance version ascii chr hex unhex overlay substring_index
    """

  private static let mariadb = """
    adddate addtime aes_decrypt bin bit_count chr coercibility collation column_check column_exists column_get column_json
    column_list compress connection_id conv convert convert_tz crc32 crc32c curdate curtime database datediff date_add date_format
    date_sub day dayname dayofmonth dayofweek dayofyear elt export_set extractvalue field find_in_set format found_rows
    from_base64 from_days from_unixtime get_format group_concat hour ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa instr insert
    is_ipv4 is_ipv6 isnull json_array json_array_append json_array_insert json_arrayagg json_compact json_contains
    json_contains_path json_depth json_detailed json_equals json_exists json_extract json_insert json_keys json_length json_loose
    json_merge json_merge_patch json_merge_preserve json_normalize json_object json_objectagg json_overlaps json_pretty json_query
    json_quote json_remove json_replace json_schema_valid json_search json_set json_table json_type json_unquote json_valid
    json_value last_day lcase locate log2 make_set makedate maketime microsecond mid minute month monthname natural_sort_key nvl
    nvl2 oct ord period_add period_diff quarter quote rand regexp_instr regexp_replace regexp_substr schema sec_to_time second
    sformat sha sha1 sha2 soundex space std str_to_date strcmp subdate subtime sysdate system_user time_format time_to_sec
    timediff timestampadd timestampdiff to_base64 to_char to_days to_number to_seconds trunc ucase uncompress
    uncompressed_length unix_timestamp utc_date utc_time utc_timestamp uuid uuid_short week weekday weekofyear weight_string
    yearweek median percentile_cont percentile_disc match against st_x st_y st_astext st_asgeojson st_distance
    """

  private static let postgresql = """
    age array_agg array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_to_json array_to_string array_upper arraycontains bool_and bool_or btrim cbrt
    clock_timestamp col_description corr covar_pop covar_samp current_database current_schema current_schemas date_bin date_part
    date_trunc decode encode every factorial format_type gcd gen_random_uuid generate_series generate_subscripts
    get_byte initcap isempty isfinite json_agg json_array_elements json_array_elements_text json_array_length json_build_array
    json_build_object json_each json_each_text json_extract_path json_extract_path_text json_object json_object_agg
    json_object_keys json_populate_record json_populate_recordset json_strip_nulls json_to_record json_to_recordset json_typeof
    jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each
    jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object jsonb_object_agg jsonb_object_keys jsonb_path_exists
    jsonb_path_match jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set jsonb_strip_nulls
    jsonb_to_record jsonb_to_recordset jsonb_typeof justify_days justify_hours justify_interval lcm lower_inc lower_inf make_date
    make_interval make_time make_timestamp make_timestamptz mode multirange num_nonnulls num_nulls obj_description
    pg_column_size pg_database_size pg_get_constraintdef pg_get_expr pg_get_indexdef pg_get_viewdef pg_indexes_size
    pg_relation_size pg_size_pretty pg_table_size pg_total_relation_size pg_typeof plainto_tsquery phraseto_tsquery quote_ident
    quote_literal quote_nullable random range_agg range_merge regexp_count regexp_like regexp_match regexp_matches
    regexp_split_to_array regexp_split_to_table regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope row_to_json
    scale sha224 sha256 sha384 sha512 shobj_description starts_with statement_timestamp string_to_array string_to_table
    timeofday timezone to_ascii to_date to_hex to_json to_jsonb to_regclass to_timestamp to_tsquery to_tsvector
    transaction_timestamp ts_headline ts_rank ts_rank_cd tsvector_to_array upper_inc upper_inf
    websearch_to_tsquery width_bucket
    """
}
