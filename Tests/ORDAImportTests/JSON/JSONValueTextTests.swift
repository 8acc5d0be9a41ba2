import Testing

@testable import ORDAImport

@Suite struct JSONValueTextTests {
  @Test(
    "What was read is written without blanks, and as it was",
    arguments: [
      (
        #" {"a" : [1, -2.50, 1e2, "x", null, true, false, {}, [ ]], "é": "ä日😀"} "#,
        #"{"a":[1,-2.50,1e2,"x",null,true,false,{},[]],"é":"ä日😀"}"#
      ),
      (#""\"\\\/\b\f\n\r\t\u0000\u007f\u202e""#, #""\"\\/\b\f\n\r\t\u0000\u007f\u202e""#),
    ])
  func compact(_ json: String, _ text: String) throws { #expect(try JSONReader.read(json).text == text) }
}
