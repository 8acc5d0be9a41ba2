#!/usr/bin/env bash
# A throw-away Galera cluster for tests: MariaDB servers on this machine of which each has what the others commit.
#
#   Scripts/galera.sh start DIR [NODES] [OPTION...]   starts it, of two nodes or so many, and prints their URLs
#   Scripts/galera.sh crash DIR NODE                  kills a node, as a power cut would
#   Scripts/galera.sh freeze DIR NODE                 stops a node as it stands, and thaw lets it go on
#   Scripts/galera.sh rejoin DIR NODE [OPTION...]     starts it again; another node sends it the whole state
#   Scripts/galera.sh stop DIR                        stops all nodes
#   Scripts/galera.sh status DIR                      prints how each node sees the cluster
#   Scripts/galera.sh client DIR NODE [ARGUMENT...]   runs the command mariadb on a node, as root
#   Scripts/galera.sh url DIR NODE                    prints a node's URL
#
# Nodes are counted from 1; OPTIONs are mariadbd's. Each node has a folder of its own, DIR/n1 and so on, and ports of
# 127.0.0.1 that were free. The account root has no password. Nothing waits for the disk. All nodes log the rows that
# change, by the same names of transactions. As long as node 1 and any other live, or node 1 alone, the cluster works.
# Where root starts it, the servers run as mysql: rsync, by which a node gets its state, refuses to write as root. Installs
# what is missing, where apt can. Where ORDA_MARIADB_OWNER is the number of a process, the cluster is stopped, and its
# folder removed, when that one has ended.
set -euo pipefail

scripts="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
# shellcheck source=Scripts/lib/install.sh
source "$scripts/lib/install.sh"
# shellcheck source=Scripts/lib/server.sh
source "$scripts/lib/server.sh"

take_command "$@"
shift 2
cluster="$directory"
fits_socket "$cluster/n1/s.sock"

if [[ "$account" == root ]]; then account=mysql; fi

# Each node has four ports: for SQL, for the group, for the transactions that it missed, for the whole state.
readonly ports_per_node=4

# choose NODE: what follows is about this one.
choose() {
  node="$1"
  folder="$cluster/n$node"
  port=$(($(<"$cluster/port") + ports_per_node * (node - 1)))
}

# provider: the path of Galera's library.
provider() {
  local path
  for path in /usr/lib/galera/libgalera_smm.so /usr/lib*/galera*/libgalera_smm.so; do
    if [[ -f "$path" ]]; then
      echo "$path"
      return
    fi
  done
  echo "${0##*/}: there is no libgalera_smm.so; install galera-4" >&2
  return 1
}

# launch [OPTION...]: starts the chosen node, and returns when it has all that the others have.
launch() {
  local group=$((port + 1)) addresses="" other
  for ((other = 0; other < $(<"$cluster/nodes"); other++)); do
    addresses+="${addresses:+,}127.0.0.1:$(($(<"$cluster/port") + ports_per_node * other + 1))"
  done
  # Quick to find out that a node is gone. Node 1 counts as much as the others together, so that it goes on alone.
  local group_options="base_host=127.0.0.1;base_port=$group;gmcast.listen_addr=tcp://127.0.0.1:$group"
  group_options+=";ist.recv_addr=127.0.0.1:$((port + 2));ist.recv_bind=127.0.0.1;gcache.size=32M;gcache.page_size=16M"
  group_options+=";evs.keepalive_period=PT0.2S;evs.inactive_check_period=PT0.2S;evs.suspect_timeout=PT2S"
  group_options+=";evs.inactive_timeout=PT5S;evs.install_timeout=PT5S"
  if [[ "$node" == 1 ]]; then group_options+=";pc.weight=$(<"$cluster/nodes")"; fi
  run_server --server-id=50 --log-slave-updates=ON --innodb-buffer-pool-size=64M --innodb-autoinc-lock-mode=2 \
    --wsrep-on=ON --wsrep-provider="$(provider)" --wsrep-provider-options="$group_options" \
    --wsrep-cluster-name=orda --wsrep-cluster-address="gcomm://$addresses" --wsrep-node-name="n$node" \
    --wsrep-node-address="127.0.0.1:$group" --wsrep-slave-threads=4 --wsrep-gtid-mode=ON --wsrep-gtid-domain-id=10 \
    --wsrep-sst-method=rsync --wsrep-sst-receive-address="127.0.0.1:$((port + 3))" \
    "$@"
  for _ in {1..2400}; do
    is_alive || break
    if [[ "$(client -N -e "SHOW STATUS LIKE 'wsrep_local_state_comment'" 2>/dev/null)" == *Synced ]]; then return; fi
    sleep 0.05
  done
  fail "node $node did not start"
}

# prepare: makes the chosen node's folders. Without a state the node asks the others for all of theirs.
prepare() {
  mkdir -p "$folder/data" "$folder/tmp"
  rm -f "$folder/data/grastate.dat"
  if [[ "$account" != "$(id -un)" ]]; then chown "$account" "$cluster" "$folder" "$folder/data" "$folder/tmp"; fi
}

start() {
  local nodes="${1:-2}" number
  if [[ $# -gt 0 ]]; then shift; fi
  if [[ -s "$cluster/nodes" ]]; then
    echo "${0##*/}: there is a cluster in $cluster already; stop it first" >&2
    exit 1
  fi
  # lsof, too: by it a node finds out whether rsync listens.
  need mariadb-server galera-4 rsync lsof
  free_ports $((ports_per_node * nodes)) >"$cluster/port"
  echo "$nodes" >"$cluster/nodes"
  choose 1
  prepare
  make_tables
  launch --wsrep-new-cluster "$@"
  for ((number = 2; number <= nodes; number++)); do
    choose "$number"
    prepare
    launch "$@"
  done
  follow_owner "$cluster"
  for ((number = 1; number <= nodes; number++)); do
    choose "$number"
    print_url
  done
}

# stop: the last node first, so that the others need not agree without it.
stop() {
  local number
  [[ -s "$cluster/nodes" ]] || return 0
  for ((number = $(<"$cluster/nodes"); number >= 1; number--)); do
    choose "$number"
    end_server TERM
  done
  rm -f "$cluster/nodes"
}

status() {
  local number
  for ((number = 1; number <= $(<"$cluster/nodes"); number++)); do
    choose "$number"
    client -N -e "
      SELECT 'node $number', GROUP_CONCAT(CONCAT(SUBSTR(variable_name, 7), '=', variable_value) ORDER BY 1 SEPARATOR ' ')
      FROM information_schema.global_status
      WHERE variable_name IN ('wsrep_cluster_size', 'wsrep_cluster_status', 'wsrep_ready', 'wsrep_local_state_comment')" \
      || true
  done
}

# need_node NUMBER: chooses it, where there is such a node.
need_node() {
  if [[ ! "${1:-}" =~ ^[1-9][0-9]*$ || ! -s "$cluster/nodes" || "$1" -gt "$(<"$cluster/nodes")" ]]; then
    echo "${0##*/}: there is no node ${1:-} in $cluster" >&2
    exit 64
  fi
  choose "$1"
}

case "$command" in
  start) start "$@" ;;
  stop) stop ;;
  status) status ;;
  crash)
    need_node "$@"
    end_server KILL
    ;;
  freeze | thaw)
    need_node "$@"
    "${command}_server"
    ;;
  rejoin)
    need_node "$@"
    shift
    is_alive && exit
    prepare
    launch "$@"
    ;;
  client)
    need_node "$@"
    shift
    client "$@"
    ;;
  url)
    need_node "$@"
    print_url
    ;;
  *) usage ;;
esac
