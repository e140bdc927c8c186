import java.io.*;
import java.util.*;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.*;
public class Judge {
  public static void main(String[] args) throws Exception {
    Processor processor = new Processor(false);
    File folder = new File(args[0]);
    Map<String, XsltExecutable> sheets = new TreeMap<>();
    for (File file : folder.listFiles())
      if (file.getName().endsWith(".xsl"))
        sheets.put(file.getName().replace(".xsl", ""),
            processor.newXsltCompiler().compile(new StreamSource(file)));
    for (File file : new File(folder, "invoices").listFiles()) {
      String[] name = file.getName().replace(".xml", "").split("-");
      XdmNode document = processor.newDocumentBuilder().build(file);
      for (Map.Entry<String, XsltExecutable> sheet : sheets.entrySet()) {
        String[] key = sheet.getKey().split("-");
        if (!key[1].equals(name[1])) continue;
        StringWriter ids = new StringWriter();
        String result;
        try {
          Xslt30Transformer transformer = sheet.getValue().load30();
          transformer.setErrorReporter(error -> {});
          transformer.setGlobalContextItem(document);
          transformer.applyTemplates(document, processor.newSerializer(ids));
          result = ids.toString();
        } catch (SaxonApiException error) {
          result = "ERROR";
        }
        System.out.println(name[0] + " " + key[0] + "\t" + result);
      }
    }
  }
}
