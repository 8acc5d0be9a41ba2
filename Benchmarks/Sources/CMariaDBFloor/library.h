// What the parts of the floor need of the client library.
#ifndef CMARIADBFLOOR_LIBRARY_H
#define CMARIADBFLOOR_LIBRARY_H

#include "CMariaDBFloor.h"

#include <mariadb/mysql.h>

static inline MYSQL *cm_mysql(cm_connection *connection) { return (MYSQL *)connection; }
static inline MYSQL_STMT *cm_stmt(cm_statement *statement) { return (MYSQL_STMT *)statement; }

#endif
