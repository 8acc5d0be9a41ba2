import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * The workloads of the suite "pool", done by HikariCP: over MariaDB Connector/J, or over connections that do nothing.
 *
 * <p>Arguments: WORKLOAD PORT ROWS COUNT, and those of the workload. Prints "ready", then answers each line of its input by one
 * round: nanoseconds that passed, nanoseconds of processor time, and the checksum, in hexadecimal digits. In the place of
 * the nanoseconds the workload "spike-connections" has a million for each connection that was opened. Ends with its input.
 */
final class Hikari {
  private static final String BY_KEY = "SELECT id, name, score, at FROM track WHERE id = ?";
  private static final int CONNECTIONS = 4;
  private static final int THREADS = 8;
  private static final int CALLERS = 50;

  private record Track(int id, String name, double score, LocalDateTime at) {}

  /** What one round is judged by, in nanoseconds, its processor time, and its checksum. */
  private record Outcome(long figure, long processor, long checksum) {}

  public static void main(String[] arguments) throws Exception {
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
    Callable<Outcome> round =
        switch (arguments[0]) {
          case "acquire" -> acquire(Integer.parseInt(arguments[4]));
          case "lookups" ->
              lookups(arguments[1], Integer.parseInt(arguments[2]), Integer.parseInt(arguments[4]));
          case "spike" -> () -> spike(Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]), false);
          case "spike-connections" ->
              () -> spike(Integer.parseInt(arguments[4]), Integer.parseInt(arguments[5]), true);
          default -> throw new IllegalArgumentException("no workload '" + arguments[0] + "'");
        };
    System.out.println("ready");
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    while (input.readLine() != null) {
      Outcome outcome = round.call();
      System.out.println(outcome.figure + " " + outcome.processor + " " + Long.toHexString(outcome.checksum));
    }
    // Its threads would go on.
    System.exit(0);
  }

  private static Callable<Outcome> acquire(int count) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(new IdleDataSource(0));
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource pool = new HikariDataSource(config);
    return () -> {
      // The thread's alone, which is told to the nanosecond: Java's other threads are not held against it.
      long processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long start = System.nanoTime();
      for (int n = 0; n < count; n++) pool.getConnection().close();
      long wall = System.nanoTime() - start;
      processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processor;
      return new Outcome(wall, processor, count);
    };
  }

  private static Callable<Outcome> lookups(String port, int rows, int count) {
    HikariConfig config = new HikariConfig();
    // The options that were found fastest for lookups.
    config.setJdbcUrl("jdbc:mariadb://127.0.0.1:" + port + "/bench?user=root&useServerPrepStmts=true&cachePrepStmts=true");
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource pool = new HikariDataSource(config);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    return () -> {
      long processor = processorTime();
      long start = System.nanoTime();
      List<Future<Long>> sums = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int from = count * thread / THREADS;
        int to = count * (thread + 1) / THREADS;
        sums.add(threads.submit(() -> {
          long sum = 0;
          // A round has each key four times.
          for (int n = from; n < to; n++) sum += lookup(pool, (int) ((long) (n % (count / 4)) * 7919 % rows + 1));
          return sum;
        }));
      }
      long sum = total(sums);
      long wall = System.nanoTime() - start;
      return new Outcome(wall, processorTime() - processor, sum);
    };
  }

  private static long lookup(DataSource pool, int key) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(BY_KEY)) {
      statement.setInt(1, key);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        Track track = new Track(
            result.getInt(1), result.getString(2), result.getDouble(3), result.getObject(4, LocalDateTime.class));
        return track.id + track.name.getBytes(StandardCharsets.UTF_8).length;
      }
    }
  }

  /** Fifty who ask at once, where connecting takes 150 ms. */
  private static Outcome spike(int minimum, int milliseconds, boolean countsConnections) throws Exception {
    IdleDataSource source = new IdleDataSource(150);
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(CALLERS);
    config.setMinimumIdle(minimum);
    ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      while (pool.getHikariPoolMXBean().getIdleConnections() < minimum) Thread.sleep(1);
      // With none to be kept, it has closed the one that it opened to see whether the database is there.
      int before = source.opened.get();
      CountDownLatch beginning = new CountDownLatch(1);
      List<Future<Long>> callers = new ArrayList<>();
      for (int n = 0; n < CALLERS; n++) {
        callers.add(threads.submit(() -> {
          beginning.await();
          try (Connection connection = pool.getConnection()) {
            Thread.sleep(milliseconds);
          }
          return 1L;
        }));
      }
      long processor = processorTime();
      long start = System.nanoTime();
      beginning.countDown();
      long served = total(callers);
      long wall = System.nanoTime() - start;
      long connections = source.opened.get() - before + minimum;
      return new Outcome(countsConnections ? connections * 1_000_000 : wall, processorTime() - processor, served);
    } finally {
      threads.shutdown();
    }
  }

  private static long total(List<Future<Long>> parts) throws ExecutionException, InterruptedException {
    long sum = 0;
    for (Future<Long> part : parts) sum += part.get();
    return sum;
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Connections that do nothing, each after a while. */
  private static final class IdleDataSource implements DataSource {
    final AtomicInteger opened = new AtomicInteger();
    private final int milliseconds;

    IdleDataSource(int milliseconds) {
      this.milliseconds = milliseconds;
    }

    @Override
    public Connection getConnection() throws SQLException {
      try {
        Thread.sleep(milliseconds);
      } catch (InterruptedException interrupted) {
        throw new SQLException(interrupted);
      }
      opened.incrementAndGet();
      return (Connection) Proxy.newProxyInstance(
          Hikari.class.getClassLoader(),
          new Class<?>[] {Connection.class},
          (proxy, method, values) -> {
            Class<?> type = method.getReturnType();
            if (type == void.class) return null;
            if (type == boolean.class) return !method.getName().equals("isClosed") && !method.getName().equals("isReadOnly");
            if (type == int.class) return method.getName().equals("hashCode") ? System.identityHashCode(proxy) : 0;
            return null;
          });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
      return null;
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      throw new SQLException("it wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
      return false;
    }
  }
}
