import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * The workloads of the suite "postgresql", done by PostgreSQL's driver of JDBC.
 *
 * <p>Arguments: WORKLOAD PORT FOLDER ROWS COUNT. FOLDER is empty: it knows TCP alone. ROWS is the size of the table that is read,
 * COUNT how often the work of one round is done. Prints "ready", then answers each line of its input by one round:
 * nanoseconds that passed, nanoseconds of processor time, and the checksum of what was read, in hexadecimal digits.
 * Ends with its input.
 */
final class Pgjdbc {
  private static final String BY_KEY = "SELECT id, name, score, at FROM track WHERE id = ?";
  private static final String SCAN = "SELECT id, name, score, at FROM track";
  private static final String INSERT = "INSERT INTO pgjdbc_track (id, name, score) VALUES (?, ?, ?)";
  private static final String COPY = "COPY pgjdbc_track (id, name, score) FROM STDIN";

  private record Track(int id, String name, double score, LocalDateTime at) {}

  private interface Round {
    List<Track> run() throws SQLException;
  }

  private final String url;
  private final int rows;
  private final int count;

  private Pgjdbc(String port, String rows, String count) {
    // The options that were found fastest for these workloads: statements are prepared by a name when they are first run, and
    // a batch becomes statements of many rows.
    url = "jdbc:postgresql://127.0.0.1:" + port
        + "/bench?user=postgres&gssEncMode=disable&prepareThreshold=-1&reWriteBatchedInserts=true";
    this.rows = Integer.parseInt(rows);
    this.count = Integer.parseInt(count);
  }

  public static void main(String[] arguments) throws Exception {
    Pgjdbc peer = new Pgjdbc(arguments[1], arguments[3], arguments[4]);
    Round round = peer.round(arguments[0]);
    System.out.println("ready");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    while (input.readLine() != null) {
      long processor = processorTime();
      long wall = System.nanoTime();
      List<Track> tracks = round.run();
      wall = System.nanoTime() - wall;
      processor = processorTime() - processor;
      System.out.println(wall + " " + processor + " " + Long.toHexString(checksum(tracks)));
    }
  }

  private Round round(String workload) throws SQLException {
    return switch (workload) {
      case "lookup" -> lookup();
      case "transaction" -> lookupInTransaction();
      case "text" -> lookupByText();
      case "scan" -> scan();
      case "insert" -> insert();
      case "copy" -> copy();
      case "connect" -> connect();
      default -> throw new IllegalArgumentException("no workload '" + workload + "'");
    };
  }

  private Connection open() throws SQLException {
    return DriverManager.getConnection(url);
  }

  private Round lookup() throws SQLException {
    PreparedStatement statement = open().prepareStatement(BY_KEY);
    return () -> {
      List<Track> tracks = new ArrayList<>(count);
      for (int n = 0; n < count; n++) tracks.add(first(statement, key(n)));
      return tracks;
    };
  }

  private Round lookupInTransaction() throws SQLException {
    Connection connection = open();
    connection.setAutoCommit(false);
    PreparedStatement statement = connection.prepareStatement(BY_KEY);
    return () -> {
      List<Track> tracks = new ArrayList<>(count);
      for (int n = 0; n < count; n++) tracks.add(first(statement, key(n)));
      connection.commit();
      return tracks;
    };
  }

  private Round lookupByText() throws SQLException {
    Connection connection = open();
    return () -> {
      List<Track> tracks = new ArrayList<>(count);
      for (int n = 0; n < count; n++) {
        try (PreparedStatement statement = connection.prepareStatement(BY_KEY)) {
          tracks.add(first(statement, key(n)));
        }
      }
      return tracks;
    };
  }

  private Round scan() throws SQLException {
    Connection connection = open();
    // Else it reads the whole answer at once.
    connection.setAutoCommit(false);
    PreparedStatement statement = connection.prepareStatement(SCAN);
    statement.setFetchSize(1000);
    return () -> {
      List<Track> tracks = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) tracks.add(track(result));
      }
      connection.commit();
      return tracks;
    };
  }

  private Round insert() throws SQLException {
    Connection connection = open();
    connection.setAutoCommit(false);
    PreparedStatement statement = connection.prepareStatement(INSERT);
    String[] names = new String[count + 1];
    for (int n = 1; n <= count; n++) names[n] = String.format("name-%08d", n);
    return () -> {
      for (int n = 1; n <= count; n++) {
        statement.setInt(1, n);
        statement.setString(2, names[n]);
        statement.setDouble(3, n + 0.125);
        statement.addBatch();
        if (n % 1000 == 0) statement.executeBatch();
      }
      statement.executeBatch();
      connection.commit();
      return List.of();
    };
  }

  private Round copy() throws SQLException {
    Connection connection = open();
    connection.setAutoCommit(false);
    CopyManager manager = connection.unwrap(PGConnection.class).getCopyAPI();
    String[] names = new String[count + 1];
    for (int n = 1; n <= count; n++) names[n] = String.format("name-%08d", n);
    return () -> {
      CopyIn load = manager.copyIn(COPY);
      StringBuilder lines = new StringBuilder();
      for (int n = 1; n <= count; n++) {
        lines.append(n).append('\t').append(names[n]).append('\t').append(n + 0.125).append('\n');
        if (lines.length() < 1 << 16 && n < count) continue;
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        load.writeToCopy(bytes, 0, bytes.length);
        lines.setLength(0);
      }
      load.endCopy();
      connection.commit();
      return List.of();
    };
  }

  private Round connect() {
    return () -> {
      for (int n = 0; n < count; n++) open().close();
      return List.of();
    };
  }

  private int key(int n) {
    return (int) ((long) n * 7919 % rows + 1);
  }

  private static Track first(PreparedStatement statement, int key) throws SQLException {
    statement.setInt(1, key);
    try (ResultSet result = statement.executeQuery()) {
      result.next();
      return track(result);
    }
  }

  private static Track track(ResultSet result) throws SQLException {
    return new Track(
        result.getInt(1), result.getString(2), result.getDouble(3), result.getObject(4, LocalDateTime.class));
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long mixed(long sum, long value) {
    return (Long.rotateLeft(sum, 5) ^ value) * 0x9E3779B97F4A7C15L;
  }

  private static long mixed(long sum, byte[] bytes) {
    ByteBuffer words = ByteBuffer.allocate(bytes.length / 8 * 8 + 8).order(ByteOrder.LITTLE_ENDIAN).put(bytes).rewind();
    sum = mixed(sum, bytes.length);
    while (words.hasRemaining()) sum = mixed(sum, words.getLong());
    return sum;
  }

  private static long checksum(List<Track> tracks) {
    long sum = 0;
    for (Track track : tracks) {
      LocalDateTime at = track.at;
      sum = mixed(sum, track.id);
      sum = mixed(sum, track.name.getBytes(StandardCharsets.UTF_8));
      sum = mixed(sum, Double.doubleToRawLongBits(track.score));
      sum = mixed(sum, at.toEpochSecond(ZoneOffset.UTC) * 1000000 + at.getNano() / 1000);
    }
    return sum;
  }
}
