#!/usr/bin/env bash
# Puts the whole under stress, in one of these ways:
#
# live: eight tasks and a second process set, delete, insert and roll back at random on 1,000 rows, and in the end every
# entry must be as its row.
#
# chaos: 200 tasks move money between accounts, by transactions that repeat themselves and others, by calls with limits and calls
# that are cancelled, while the server is stopped by SIGSTOP and its connections are killed, or the file is locked by somebody
# else. In the end the ledger must be exact, no call may have come back later than its limit and 250 ms, all connections that the
# pool may have must be lent and used, and no connection, transaction, prepared statement or lock may be left on the server, and no
# file in the process.
#
# pool: the same for ten minutes, while connections end after 300 ms without use and 30 s in all, are asked for signs of life,
# leaked, and replaced by refresh() and resize(). Memory and file descriptors must stay flat: the means of the second half may be
# above those of the first by no more than 5 % and 4 MiB, and by 10 % and 4 descriptors.
#
# increments: several processes count one entry up.
#
# odb: eight threads and a second process set, delete, move and copy at random in one ODB, in performs that nest and throw, and
# in the end what it has cached must be what the database holds. Then two processes count one number up, and then a process is
# killed 100 times by surprise: what it told as committed must be there, and nothing by halves. The same while it makes backups,
# and while it changes the first ODB's layout over.
#
# shelf: tasks and a second process save, update, delete and find objects at random, and in the end what a shelf remembers and
# what its indexes find must be what is in the store. Then two processes count one object up, and then a process is killed 200
# times while it saves batches: what it told as saved must be there, and nothing by halves.
#
# objects: tasks of the main actor and a second process fetch, change, relate, insert and delete the same rows at random, and in the
# end every live object of both must be as its row, what it is related to included. Then a process is killed 100 times while it
# saves: a turn that it told as flushed must be there, and none by halves.
#
#   Scripts/stress.sh live                      60 seconds on a SQLite file, and 60 on a MariaDB server
#   Scripts/stress.sh live URL [SECONDS]        on one database, in which the table orda_stress is made and dropped
#   Scripts/stress.sh live '' SECONDS           on both, for that time each
#   Scripts/stress.sh increments [URL] [TOTAL]  4 processes count one entry up, 10,000 times, in each of the ways that
#                                               docs/live-tables.md names; not one may be lost
#   Scripts/stress.sh chaos [URL] [SECONDS]     the same; the tables are orda_account and orda_journal, and the server is
#                                               one of this machine that nobody else uses
#   Scripts/stress.sh pool [URL] [SECONDS]      the same, for 600 seconds each
#   Scripts/stress.sh odb [URL] [SECONDS]       the same; the tables odb_… are made there and dropped
#   Scripts/stress.sh shelf [URL] [SECONDS]     the same, and on a folder of files; all that is in the shelf is deleted
#   Scripts/stress.sh objects [URL] [SECONDS]   the same; the tables stress_… are made there and dropped
#   ... --sanitize=thread                       under ThreadSanitizer; or --sanitize=address
#
# The file is a temporary one, and the server one that is started for it and removed afterwards.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$root/Scripts/lib/install.sh"

usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2
  exit 64
}

build=(--package-path "$root")
arguments=()
for argument in "$@"; do
  case "$argument" in
    -h | --help) usage ;;
    --sanitize=thread | --sanitize=address)
      build+=("$argument" --scratch-path "$root/.build-${argument#*=}")
      export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}suppressions=$root/Scripts/tsan-suppressions.txt"
      export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$root/Scripts/lsan-suppressions.txt"
      ;;
    *) arguments+=("$argument") ;;
  esac
done
[[ "${arguments[0]:-}" =~ ^(live|increments|chaos|pool|odb|shelf|objects)$ && ${#arguments[@]} -le 3 ]] || usage
url="${arguments[1]:-}"
program=live
case "${arguments[0]}" in
  live) work=("${arguments[2]:-60}") ;;
  chaos) work=("${arguments[2]:-60}" --chaos) ;;
  pool) work=("${arguments[2]:-600}" --pool) ;;
  shelf) program=shelf work=("${arguments[2]:-60}") ;;
  objects) program=objects work=("${arguments[2]:-60}") ;;
  odb) program=odb work=("${arguments[2]:-60}") ;;
  *) work=("${arguments[2]:-10000}" --increments) ;;
esac

need_swift
need libsqlite3-dev libmariadb-dev mariadb-server pkg-config

swift build "${build[@]}" --product StressPrograms >&2
command=("$(swift build "${build[@]}" --show-bin-path)/StressPrograms" "$program")
if [[ -n "$url" ]]; then
  "${command[@]}" "$url" "${work[@]}"
  exit
fi

folder="$(mktemp -d)"
readonly folder
trap '"$root/Scripts/mariadb.sh" stop "$folder/server"; rm -rf "$folder"' EXIT
status=0
if [[ "$program" == shelf ]]; then
  echo "== Files"
  "${command[@]}" "file:$folder/stress" "${work[@]}" || status=$?
fi
echo "== SQLite"
"${command[@]}" "sqlite:$folder/stress.db?busy-timeout=60s" "${work[@]}" || status=$?
echo "== MariaDB"
server="$("$root/Scripts/mariadb.sh" start "$folder/server" '' --log-bin=log --binlog-format=ROW --server-id=1)"
"$root/Scripts/mariadb.sh" client "$folder/server" -e 'CREATE DATABASE stress'
"${command[@]}" "$server/stress" "${work[@]}" || status=$?
exit "$status"
