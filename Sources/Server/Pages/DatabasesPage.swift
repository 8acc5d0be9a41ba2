import ORDA

/// The list of databases, where there are several.
enum DatabasesPage {
  static func html(_ databases: [ServedDatabase]) -> HTML {
    let rows = databases.map { database -> HTML in
      """
      <tr><td><a href="\(Address([database.name]))">\(database.name)</a></td><td>\(database.governor.driverName)</td>
      <td class="url">\(database.shownURL)</td></tr>
      """
    }
    return Layout(title: "Databases").page(
      """
      <h1>Databases</h1>
      <div class="scroll" tabindex="0" role="region" aria-label="Databases"><table><thead><tr><th scope="col">database</th><th scope="col">by</th>
      <th scope="col">address</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """)
  }
}
