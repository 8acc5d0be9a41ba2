#ifndef ORDA_CMARIADB_LIBRARY_H
#define ORDA_CMARIADB_LIBRARY_H

// The functions of the client library that ORDA calls. On Linux a program is not linked with the library, which loads
// OpenSSL and more: it loads it when it first connects to a server, and runs where it is not installed as long as it does
// not. Each function is then one of CMariaDBLoader, which calls the library's. It has a name of its own for the linker, so
// that a program may be linked with the library beside that; in C and in Swift it is called by the library's name.
//
// A function that is missing here is one that the linker does not find.
#if !defined(__APPLE__)

// F(result, name, parameters, arguments)
#define ORDA_MARIADB_FUNCTIONS(F) \
  F(int, ma_pvio_register_callback, \
    (my_bool registers, void (*callback)(int, MYSQL *, const unsigned char *, size_t)), (registers, callback)) \
  F(my_bool, mariadb_connection, (MYSQL *m), (m)) \
  F(int, mariadb_field_attr, (MARIADB_CONST_STRING *value, const MYSQL_FIELD *field, enum mariadb_field_attr_t type), \
    (value, field, type)) \
  F(my_bool, mariadb_get_info, (MYSQL *m, enum mariadb_value kind, void *value), (m, kind, value)) \
  F(int, mariadb_stmt_execute_direct, (MYSQL_STMT *s, const char *sql, size_t length), (s, sql, length)) \
  F(struct st_mysql_client_plugin *, mysql_client_find_plugin, (MYSQL *m, const char *name, int type), \
    (m, name, type)) \
  F(void, mysql_close, (MYSQL *m), (m)) \
  F(unsigned int, mysql_errno, (MYSQL *m), (m)) \
  F(const char *, mysql_error, (MYSQL *m), (m)) \
  F(MYSQL_FIELD *, mysql_fetch_fields, (MYSQL_RES *result), (result)) \
  F(unsigned long *, mysql_fetch_lengths, (MYSQL_RES *result), (result)) \
  F(MYSQL_ROW, mysql_fetch_row, (MYSQL_RES *result), (result)) \
  F(void, mysql_free_result, (MYSQL_RES *result), (result)) \
  F(unsigned long, mysql_get_client_version, (void), ()) \
  F(char *, mysql_get_server_info, (MYSQL *m), (m)) \
  F(my_socket, mysql_get_socket, (MYSQL *m), (m)) \
  F(const char *, mysql_get_ssl_cipher, (MYSQL *m), (m)) \
  F(const char *, mysql_info, (MYSQL *m), (m)) \
  F(MYSQL *, mysql_init, (MYSQL *m), (m)) \
  F(my_bool, mysql_more_results, (MYSQL *m), (m)) \
  F(unsigned long, mysql_net_read_packet, (MYSQL *m), (m)) \
  F(int, mysql_next_result, (MYSQL *m), (m)) \
  F(unsigned int, mysql_num_fields, (MYSQL_RES *result), (result)) \
  F(int, mysql_options, (MYSQL *m, enum mysql_option option, const void *value), (m, option, value)) \
  F(int, mysql_ping, (MYSQL *m), (m)) \
  F(int, mysql_query, (MYSQL *m, const char *sql), (m, sql)) \
  F(my_bool, mysql_read_query_result, (MYSQL *m), (m)) \
  F(MYSQL *, mysql_real_connect, \
    (MYSQL *m, const char *host, const char *user, const char *password, const char *database, \
     unsigned int port, const char *socket, unsigned long flags), \
    (m, host, user, password, database, port, socket, flags)) \
  F(int, mysql_real_query, (MYSQL *m, const char *sql, unsigned long length), (m, sql, length)) \
  F(int, mysql_send_query, (MYSQL *m, const char *sql, unsigned long length), (m, sql, length)) \
  F(int, mysql_server_init, (int argc, char **argv, char **groups), (argc, argv, groups)) \
  F(int, mysql_session_track_get_first, \
    (MYSQL *m, enum enum_session_state_type type, const char **data, size_t *length), (m, type, data, length)) \
  F(int, mysql_session_track_get_next, \
    (MYSQL *m, enum enum_session_state_type type, const char **data, size_t *length), (m, type, data, length)) \
  F(void, mysql_set_local_infile_handler, \
    (MYSQL *m, int (*begin)(void **, const char *, void *), int (*read)(void *, char *, unsigned int), \
     void (*end)(void *), int (*error)(void *, char *, unsigned int), void *file), \
    (m, begin, read, end, error, file)) \
  F(const char *, mysql_sqlstate, (MYSQL *m), (m)) \
  F(unsigned long long, mysql_stmt_affected_rows, (MYSQL_STMT *s), (s)) \
  F(my_bool, mysql_stmt_attr_set, (MYSQL_STMT *s, enum enum_stmt_attr_type kind, const void *value), (s, kind, value)) \
  F(my_bool, mysql_stmt_bind_param, (MYSQL_STMT *s, MYSQL_BIND *parameters), (s, parameters)) \
  F(my_bool, mysql_stmt_close, (MYSQL_STMT *s), (s)) \
  F(void, mysql_stmt_data_seek, (MYSQL_STMT *s, unsigned long long offset), (s, offset)) \
  F(unsigned int, mysql_stmt_errno, (MYSQL_STMT *s), (s)) \
  F(const char *, mysql_stmt_error, (MYSQL_STMT *s), (s)) \
  F(int, mysql_stmt_execute, (MYSQL_STMT *s), (s)) \
  F(int, mysql_stmt_fetch, (MYSQL_STMT *s), (s)) \
  F(unsigned int, mysql_stmt_field_count, (MYSQL_STMT *s), (s)) \
  F(my_bool, mysql_stmt_free_result, (MYSQL_STMT *s), (s)) \
  F(MYSQL_STMT *, mysql_stmt_init, (MYSQL *m), (m)) \
  F(unsigned long long, mysql_stmt_insert_id, (MYSQL_STMT *s), (s)) \
  F(my_bool, mysql_stmt_more_results, (MYSQL_STMT *s), (s)) \
  F(int, mysql_stmt_next_result, (MYSQL_STMT *s), (s)) \
  F(unsigned long, mysql_stmt_param_count, (MYSQL_STMT *s), (s)) \
  F(int, mysql_stmt_prepare, (MYSQL_STMT *s, const char *sql, unsigned long length), (s, sql, length)) \
  F(my_bool, mysql_stmt_send_long_data, (MYSQL_STMT *s, unsigned int index, const char *data, unsigned long length), \
    (s, index, data, length)) \
  F(const char *, mysql_stmt_sqlstate, (MYSQL_STMT *s), (s)) \
  F(int, mysql_stmt_store_result, (MYSQL_STMT *s), (s)) \
  F(MYSQL_RES *, mysql_store_result, (MYSQL *m), (m)) \
  F(unsigned long, mysql_thread_id, (MYSQL *m), (m)) \
  F(unsigned int, mysql_warning_count, (MYSQL *m), (m))

#define ORDA_MARIADB_NAME(result, name, parameters, arguments) result name parameters __asm__("orda_" #name);
ORDA_MARIADB_FUNCTIONS(ORDA_MARIADB_NAME)
#undef ORDA_MARIADB_NAME

#endif

#endif
