import ORDA

extension ORDASide {
  static func readersBesideWriter(_ data: SQLiteData) throws -> Side {
    let path = try data.fullDatabase("orda-readers")
    let governor = try open(path)
    let range = try governor.prepare(SQL(text: SQLText.scoreRange))
    let play = try governor.prepare(SQL(text: SQLText.play))
    let length = ReadersBesideWriter.length(data)
    let firsts = (0..<ReadersBesideWriter.readers).map { data.firsts(thread: $0, length: length) }
    let count = Int64(data.count)
    return ReadersBesideWriter.side(
      before: { try data.checkpoint(path) },
      readers: firsts.map { firsts in
        { @Sendable in
          var sum: UInt64 = 0
          for first in firsts {
            sum &+= Score.total(try range.query(Score.self, first, first + Int64(length)))
          }
          return sum
        }
      },
      commit: { number in try play.execute(Int64(number) * 7919 % count + 1) })
  }
}
