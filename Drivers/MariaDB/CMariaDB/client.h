#ifndef ORDA_CMARIADB_CLIENT_H
#define ORDA_CMARIADB_CLIENT_H

// The headers of the client library and of zlib, and what to install where they are missing. Only MariaDB's own library has
// ma_pvio.h; that of MySQL is none that ORDA can use.
#if !__has_include(<ma_pvio.h>)
#error "MariaDB's client library is missing: install libmariadb-dev (apt), mariadb-connector-c-devel (dnf) or mariadb-connector-c (brew). Then touch Package.swift: SwiftPM keeps what it found before"
#endif
#if !__has_include(<zlib.h>)
#error "zlib is missing: install zlib1g-dev (apt) or zlib-devel (dnf)"
#endif

#include <mysql.h>
#include <ma_pvio.h>
#include <errmsg.h>
#include <mysqld_error.h>
#include <zlib.h>

#include "library.h"

// Of others the functions that answers.h replaces are not told how long a row is, so that it could not be checked.
#ifndef MYSQL_DATA_MALFORMED
#error "this libmariadb is none that ORDA can use: install 3.3.20, or a later one of 3.3"
#endif

#endif
