import java.io.FileInputStream;
import java.util.Arrays;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
public class Check {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    PDFAFlavour flavour = PDFAFlavour.byFlavourId(arguments[0]);
    for (String file : Arrays.copyOfRange(arguments, 1, arguments.length)) {
      boolean passed = false;
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), flavour)) {
        passed = Foundries.defaultInstance().createValidator(flavour, false).validate(parser).isCompliant();
      } catch (Throwable error) { }
      System.out.println("verdict " + passed);
    }
  }
}
