#!/usr/bin/env bash
# A throw-away Kerberos realm for tests: a key distribution centre on 127.0.0.1, whose files lie in a folder of its own.
#
#   Scripts/kerberos.sh start DIR ACCOUNT...   starts it; each account gets a ticket, DIR/ACCOUNT.ticket
#   Scripts/kerberos.sh stop DIR               stops it
#   Scripts/kerberos.sh freeze DIR             stops it as it stands, and thaw lets it go on
#
# The realm is ORDA.TEST. DIR/krb5.conf is what KRB5_CONFIG has to name, and KRB5CCNAME a ticket; DIR/service.keytab is the key
# of a PostgreSQL server on localhost. Where ORDA_KERBEROS_OWNER is the number of a process, the centre is stopped, and its
# folder removed, when that one has ended.
set -euo pipefail

# shellcheck source=Scripts/lib/server.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/server.sh"

take_command "$@"
shift 2
folder="$directory"
# Debian keeps them out of an ordinary account's path.
PATH="$PATH:/usr/sbin:/sbin"
export KRB5_CONFIG="$folder/krb5.conf" KRB5_KDC_PROFILE="$folder/kdc.conf"

configure() {
  cat >"$KRB5_CONFIG" <<END
[libdefaults]
  default_realm = ORDA.TEST
  dns_lookup_realm = false
  dns_lookup_kdc = false
  dns_canonicalize_hostname = false
  rdns = false
[realms]
  ORDA.TEST = {
    kdc = 127.0.0.1:$port
  }
[logging]
  kdc = FILE:$folder/server.log
END
  cat >"$KRB5_KDC_PROFILE" <<END
[kdcdefaults]
  kdc_listen = 127.0.0.1:$port
  kdc_tcp_listen = 127.0.0.1:$port
[realms]
  ORDA.TEST = {
    database_name = $folder/principals
    key_stash_file = $folder/stash
    acl_file = $folder/acl
  }
END
}

make_realm() {
  local account
  kdb5_util create -s -r ORDA.TEST -P master -W
  kadmin.local -r ORDA.TEST addprinc -randkey postgres/localhost
  kadmin.local -r ORDA.TEST ktadd -k "$folder/service.keytab" postgres/localhost
  for account in "$@"; do
    kadmin.local -r ORDA.TEST addprinc -randkey "$account"
    kadmin.local -r ORDA.TEST ktadd -k "$folder/$account.keytab" "$account"
  done
}

start() {
  local account
  port="$(free_ports 1)"
  echo "$port" >"$folder/port"
  configure
  make_realm "$@" >"$folder/install.log" 2>&1 </dev/null \
    || fail "the realm could not be made; install krb5-kdc, krb5-admin-server and krb5-user"
  # In the foreground it has the number that the shell knows.
  krb5kdc -n -r ORDA.TEST >>"$folder/server.log" 2>&1 </dev/null &
  echo $! >"$folder/pid"
  for account in "$@"; do
    for _ in {1..250}; do
      if kinit -k -t "$folder/$account.keytab" -c "$folder/$account.ticket" "$account" 2>>"$folder/install.log"; then continue 2; fi
      is_alive || break
      sleep 0.02
    done
    fail "there is no ticket for $account"
  done
  ORDA_MARIADB_OWNER="${ORDA_KERBEROS_OWNER:-}" follow_owner "$folder"
}

stop() { end_server TERM; }

case "$command" in
  start) start "$@" ;;
  stop) stop ;;
  freeze) freeze_server ;;
  thaw) thaw_server ;;
  *) usage ;;
esac
