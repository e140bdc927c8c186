import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
public class Check {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      boolean passed = false;
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), PDFAFlavour.PDFA_2_B)) {
        passed = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFA_2_B, false).validate(parser).isCompliant();
      } catch (Throwable error) { }
      System.out.println("verdict " + passed);
    }
  }
}
