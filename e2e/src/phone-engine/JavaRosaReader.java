import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.javarosa.core.model.FormDef;
import org.javarosa.core.model.ItemsetBinding;
import org.javarosa.core.model.QuestionDef;
import org.javarosa.core.model.SelectChoice;
import org.javarosa.core.model.condition.EvaluationContext;
import org.javarosa.core.model.data.IAnswerData;
import org.javarosa.core.model.instance.InstanceInitializationFactory;
import org.javarosa.core.model.instance.TreeElement;
import org.javarosa.core.model.instance.TreeReference;
import org.javarosa.core.services.PrototypeManager;
import org.javarosa.model.xform.XFormSerializingVisitor;
import org.javarosa.model.xform.XFormsModule;
import org.javarosa.core.util.JavaRosaCoreModule;
import org.javarosa.core.model.CoreModelModule;
import org.javarosa.xform.parse.XFormParser;

/** Reads forms with JavaRosa, the engine of ODK Collect: one JSON object per line, with `xform` and `instance`. */
public final class JavaRosaReader {
    private static final ObjectMapper json = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        PrototypeManager.registerPrototypes(JavaRosaCoreModule.classNames);
        PrototypeManager.registerPrototypes(CoreModelModule.classNames);
        new XFormsModule().registerModule();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) out.println(json.writeValueAsString(read(json.readTree(line))));
    }

    private static ObjectNode read(JsonNode input) {
        ObjectNode reading = json.createObjectNode();
        try {
            FormDef form = new XFormParser(new StringReader(input.get("xform").asText()), new StringReader(input.get("instance").asText())).parse();
            form.initialize(false, new InstanceInitializationFactory());
            ObjectNode nodes = reading.putObject("nodes");
            TreeElement root = form.getMainInstance().getRoot();
            add(form, root, "/" + root.getName(), nodes);
            byte[] submission = new XFormSerializingVisitor().serializeInstance(form.getMainInstance());
            reading.put("submission", new String(submission, StandardCharsets.UTF_8));
        } catch (Exception error) {
            reading.put("error", String.valueOf(error));
        }
        return reading;
    }

    private static void add(FormDef form, TreeElement element, String path, ObjectNode nodes) throws Exception {
        TreeReference reference = element.getRef();
        ObjectNode node = nodes.putObject(path);
        IAnswerData value = element.getValue();
        boolean isMissing = element.isRelevant() && element.isRequired() && value == null;
        node.put("relevant", element.isRelevant());
        node.put("required", element.isRequired());
        node.put("readOnly", !element.isEnabled());
        node.put("value", value == null ? "" : value.uncast().getString());
        node.put("missing", isMissing);
        node.put("violated", element.isRelevant() && value != null && !form.evaluateConstraint(reference, value));
        QuestionDef question = FormDef.findQuestionByRef(reference.genericize(), form);
        ItemsetBinding itemset = question == null ? null : question.getDynamicChoices();
        if (itemset != null) {
            ArrayNode choices = node.putArray("choices");
            for (SelectChoice choice : itemset.getChoices(form, reference)) choices.addObject().put("value", choice.getValue());
        }
        for (int index = 0; index < element.getNumChildren(); index += 1) {
            TreeElement child = element.getChildAt(index);
            if (child.getMult() == TreeReference.INDEX_TEMPLATE) continue;
            String number = child.isRepeatable() ? "[" + (child.getMult() + 1) + "]" : "";
            add(form, child, path + "/" + child.getName() + number, nodes);
        }
    }
}
