@main
struct ShelfVictim { static func main() {} }
