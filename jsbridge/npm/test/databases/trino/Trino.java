import com.fasterxml.jackson.databind.ObjectMapper;
import io.trino.Session;
import io.trino.plugin.memory.MemoryPlugin;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingSession;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs SQL in Trino, for tests: a coordinator and a worker that exchange rows over loopback, with tables in memory. It
 * is asked and answers as spark.py does.
 */
public class Trino {
  static final int LONGEST = 500_000; // of a statement; Trino takes 1,000,000 characters
  static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // what the server says is no answer
    Session session = TestingSession.testSessionBuilder().setCatalog("memory").setSchema("default").build();
    QueryRunner runner = DistributedQueryRunner.builder(session).setWorkerCount(1).build();
    Logger.getLogger("").setLevel(Level.SEVERE);
    runner.installPlugin(new MemoryPlugin());
    runner.createCatalog("memory", "memory", Map.of("memory.max-data-per-node", "2GB"));
    answers.println(JSON.writeValueAsString(arguments[0]));
    BufferedReader files = new BufferedReader(new InputStreamReader(System.in));
    for (String file = files.readLine(); file != null; file = files.readLine()) {
      Object answer;
      try {
        answer = run(runner, Files.readString(Path.of(file)));
      } catch (Exception error) { // the test says what it means
        answer = Map.of("error", String.valueOf(error));
      }
      answers.println(JSON.writeValueAsString(answer));
    }
    System.exit(0);
  }

  static List<List<String>> run(QueryRunner runner, String text) throws Exception {
    List<List<String>> rows = List.of();
    for (String statement : text.split(";\n")) {
      while (statement.startsWith("\\load ")) {
        int end = statement.indexOf('\n');
        String[] words = statement.substring(0, end).split(" ", 4);
        load(runner, words[1], Files.readString(Path.of(words[2])), JSON.readValue(words[3], String[].class));
        statement = statement.substring(end + 1);
      }
      if (statement.isBlank()) {
        continue;
      }
      MaterializedResult result = runner.execute(statement);
      rows = new ArrayList<>();
      for (MaterializedRow row : result.getMaterializedRows()) {
        rows.add(row.getFields().stream().map(String::valueOf).collect(Collectors.toList()));
      }
    }
    return rows;
  }

  /** An empty cell is NULL in every other row, and the empty text in the others. */
  static void load(QueryRunner runner, String table, String file, String[] names) {
    List<List<String>> records = records(file);
    String columns = Stream.of(names).map(name -> '"' + name.replace("\"", "\"\"") + "\" varchar")
        .collect(Collectors.joining(", "));
    runner.execute("DROP TABLE IF EXISTS " + table);
    runner.execute("CREATE TABLE " + table + " (" + columns + ")");
    StringBuilder values = new StringBuilder();
    for (int i = 1; i < records.size(); i++) {
      boolean empty = i % 2 == 0;
      values.append(values.isEmpty() ? "" : ", ").append(records.get(i).stream()
          .map(cell -> cell.isEmpty() && empty ? "NULL" : "'" + cell.replace("'", "''") + "'")
          .collect(Collectors.joining(", ", "(", ")")));
      if (values.length() > LONGEST || i == records.size() - 1) {
        runner.execute("INSERT INTO " + table + " VALUES " + values);
        values.setLength(0);
      }
    }
  }

  static List<List<String>> records(String file) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < file.length(); i++) {
      char c = file.charAt(i);
      if (c == '"' && quoted && i + 1 < file.length() && file.charAt(i + 1) == '"') {
        cell.append(file.charAt(++i));
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == '\n')) {
        record.add(cell.toString());
        cell.setLength(0);
        if (c == '\n') {
          records.add(record);
          record = new ArrayList<>();
        }
      } else if (quoted || c != '\r') {
        cell.append(c);
      }
    }
    return records;
  }
}
