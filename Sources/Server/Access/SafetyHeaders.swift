/// The headers of every answer. Nothing is loaded from elsewhere, nothing runs that is not one of the two scripts, no
/// other site may frame a page, and neither caches nor other sites get what a database holds.
enum SafetyHeaders {
  static let all: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; \
      form-action 'self'; base-uri 'none'; frame-ancestors 'none'
      """
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    // Not no-referrer, which would have browsers hide the origin of forms as well.
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
  ]
}
