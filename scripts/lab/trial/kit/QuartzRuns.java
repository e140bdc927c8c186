import java.util.Date;
import java.util.Scanner;
import java.util.TimeZone;
import org.quartz.CronExpression;

/** Prints the next runs of each line "SECONDS ZONE EXPRESSION", separated by tabs, or "refused". */
class QuartzRuns {
  public static void main(String[] args) {
    int count = Integer.parseInt(args[0]);
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      String[] parts = lines.nextLine().split("\t", 3);
      System.out.println(list(parts, count));
    }
  }

  static String list(String[] parts, int count) {
    try {
      CronExpression expression = new CronExpression(parts[2]);
      expression.setTimeZone(TimeZone.getTimeZone(parts[1]));
      Date at = new Date(Long.parseLong(parts[0]) * 1000);
      StringBuilder runs = new StringBuilder();
      for (int index = 0; index < count; index++) {
        at = expression.getNextValidTimeAfter(at);
        if (at == null) break;
        runs.append(index == 0 ? "" : " ").append(at.getTime() / 1000);
      }
      return runs.toString();
    } catch (Exception error) {
      return "refused";
    }
  }
}
