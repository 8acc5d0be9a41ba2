#!/usr/bin/env python3
"""Writes LowercaseTable.swift: the small form of every character of one version of Unicode, that of Python's library.

    python3 Sources/ODB/Names/make-table.py > Sources/ODB/Names/LowercaseTable.swift

The table is not to be made anew: names that are stored were folded by it.
"""
import unicodedata

pairs = []
for code in range(0x80, 0x110000):
    if 0xD800 <= code < 0xE000:
        continue
    small = chr(code).lower()
    if len(small) == 1 and ord(small) != code:
        pairs.append((code, ord(small) - code))
pairs = [(code, code + 32 - code) for code in range(0x41, 0x5B)] + pairs

ranges = []
for code, offset in pairs:
    if ranges:
        first, last, step, known = ranges[-1]
        gap = code - last
        if known == offset and gap in (1, 2) and (step == gap or first == last):
            ranges[-1] = (first, code, gap, known)
            continue
    ranges.append((code, code, 1, offset))

print("/// What is known of capital letters. Made by make-table.py, which says why it must not change.")
print("enum LowercaseTable {")
print("  /// The version of Unicode that it is of.")
print(f'  static let unicodeVersion = "{unicodedata.unidata_version}"')
print()
print("  /// Characters whose small forms are all as far from them, in the order of their numbers.")
print("  static let ranges: [(first: UInt32, last: UInt32, step: UInt32, offset: Int32)] = [")
for first, last, step, offset in ranges:
    print(f"    (0x{first:X}, 0x{last:X}, {step}, {offset}),")
print("  ]")
print("}")
