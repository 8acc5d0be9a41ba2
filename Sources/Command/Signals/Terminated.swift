/// A signal asked the program to end.
struct Terminated: Error {
  let signal: Int32
}
