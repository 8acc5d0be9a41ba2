import Foundation

/// How many KiB of memory a process has now.
func processKilobytes(_ number: Int32) throws -> Int {
  if let status = try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8) {
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
  let ps = Process()
  let answer = Pipe()
  ps.executableURL = URL(fileURLWithPath: "/bin/ps")
  ps.arguments = ["-o", "rss=", "-p", "\(number)"]
  ps.standardOutput = answer
  try ps.run()
  ps.waitUntilExit()
  let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  return Int(text.filter(\.isNumber)) ?? 0
}

/// How many times as much memory as usual a process of this build may take: a sanitizer keeps notes of each byte.
let memoryAllowance = isSanitized ? 3 : 1

/// Whether this is built with ThreadSanitizer or AddressSanitizer.
var isSanitized: Bool {
  let program = dlopen(nil, RTLD_LAZY)
  return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
}
