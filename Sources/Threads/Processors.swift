import ORDAPlatform

/// The machine's processors.
public enum Processors {
  /// How many work now; 1 where the system does not tell.
  public static let count = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
