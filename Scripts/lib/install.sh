# shellcheck shell=bash
# To be sourced. Installs what a script needs and the machine lacks.

# need PACKAGE...
#
# Makes sure that these Debian packages are installed; does nothing where they are. On systems without apt the names
# are only told, since others call them differently.
need() {
  local package missing=()
  if ! command -v apt-get >/dev/null; then
    need_elsewhere "$@"
    return
  fi
  for package in "$@"; do
    if [[ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" != 'install ok installed' ]]; then
      missing+=("$package")
    fi
  done
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi

  local as_root=()
  if [[ "$(id -u)" -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "${0##*/}: missing: ${missing[*]}. Install them as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} …" >&2
  # Package lists may be old or not there at all: they are fetched where the first attempt fails.
  if ! quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}" 2>/dev/null; then
    quietly "${as_root[@]}" apt-get update
    quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y --no-install-recommends "${missing[@]}"
  fi
}

# need_elsewhere PACKAGE...: on systems without apt, checks for the libraries by pkg-config where it is there.
need_elsewhere() {
  local package library
  for package in "$@"; do
    case "$package" in
      pkg-config) command -v pkg-config >/dev/null && continue ;;
      libsqlite3-dev)
        # macOS brings SQLite and its headers along.
        [[ "$(uname)" == Darwin ]] && continue
        library=sqlite3
        command -v pkg-config >/dev/null && pkg-config --exists "$library" && continue
        ;;
      libmariadb-dev)
        command -v pkg-config >/dev/null && pkg-config --exists libmariadb && continue
        ;;
      libpq-dev)
        command -v pkg-config >/dev/null && pkg-config --exists libpq && continue
        ;;
      postgresql) command -v postgres >/dev/null && continue ;;
      pgbouncer) command -v pgbouncer >/dev/null && continue ;;
      mariadb-server) command -v mariadbd >/dev/null && continue ;;
      krb5-kdc) command -v krb5kdc >/dev/null && continue ;;
      krb5-admin-server) command -v kadmin.local >/dev/null && continue ;;
      krb5-user) command -v kinit >/dev/null && continue ;;
      # Who needs its library looks for it, and says where it is not.
      galera-4) continue ;;
      *) command -v "$package" >/dev/null && continue ;;
    esac
    echo "${0##*/}: please install what Debian calls $package, then start this again" >&2
    return 1
  done
}

# need_swift: the Swift compiler, which no package brings.
need_swift() {
  if ! command -v swift >/dev/null; then
    echo "${0##*/}: Swift 6.3 or newer is needed: https://www.swift.org/install" >&2
    return 1
  fi
}

# quietly COMMAND...: runs it, and shows what it printed only where it fails.
quietly() {
  local log status=0
  log="$(mktemp)"
  "$@" >"$log" 2>&1 || status=$?
  if [[ $status -ne 0 ]]; then cat "$log" >&2; fi
  rm -f "$log"
  return "$status"
}
