import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.*;

/**
 * Prints the definitions that Kotlin's own parser finds below a folder, as `definition_spans.ts` reads
 * them with `--reference`: path, line, name, last line.
 *
 * <p>`java -cp 'JARS/*' KotlinDefinitions.java DIR > FILE`, where JARS holds kotlin-compiler-embeddable,
 * kotlin-stdlib, kotlin-reflect, kotlin-script-runtime, kotlin-daemon-embeddable,
 * kotlinx-coroutines-core-jvm and annotations of JetBrains, from Maven Central.
 */
public final class KotlinDefinitions {
  private final String path;
  private final int[] lineStarts;

  private KotlinDefinitions(String path, String text) {
    this.path = path;
    this.lineStarts = IntStream.concat(
        IntStream.of(0),
        IntStream.range(0, text.length()).filter(at -> text.charAt(at) == '\n').map(at -> at + 1))
        .toArray();
  }

  public static void main(String[] arguments) throws Exception {
    var configuration = new CompilerConfiguration();
    configuration.put(
        CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
    var environment = KotlinCoreEnvironment.createForProduction(
        Disposer.newDisposable("definitions"), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    var factory = new KtPsiFactory(environment.getProject(), false);
    Path root = Path.of(arguments[0]);
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile).sorted()::iterator) {
        if (!path.toString().matches(".*\\.kts?")) continue;
        String text = Files.readString(path).replace("\r\n", "\n");
        new KotlinDefinitions(root.relativize(path).toString(), text)
            .visit(factory.createFile(path.getFileName().toString(), text));
      }
    }
  }

  private void visit(PsiElement element) {
    if (element instanceof KtPrimaryConstructor constructor) {
      PsiElement list = constructor.getValueParameterList();
      print("constructor", list == null ? element : list, element);
    } else if (element instanceof KtSecondaryConstructor constructor) {
      print("constructor", constructor.getConstructorKeyword(), element);
    } else if (element instanceof KtClassInitializer) {
      print("init", element, element);
    } else if (element instanceof KtPropertyAccessor accessor) {
      print(accessor.isGetter() ? "get" : "set", accessor.getNamePlaceholder(), element);
    } else if (element instanceof KtNamedDeclaration declaration && counts(declaration)) {
      PsiElement name = declaration.getNameIdentifier();
      print(declaration.getName(), name == null ? element : name, element);
    }
    for (PsiElement child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      visit(child);
    }
  }

  private static boolean counts(KtNamedDeclaration declaration) {
    if (declaration.getName() == null) return false;
    if (declaration instanceof KtParameter parameter) return parameter.hasValOrVar();
    if (declaration instanceof KtProperty property) return !property.isLocal();
    if (declaration instanceof KtObjectDeclaration object) return !object.isObjectLiteral();
    return declaration instanceof KtNamedFunction || declaration instanceof KtClassOrObject
        || declaration instanceof KtTypeAlias;
  }

  private void print(String name, PsiElement place, PsiElement whole) {
    System.out.println(String.join("\t", path, Integer.toString(lineOf(place.getTextOffset())), name,
        Integer.toString(lineOf(whole.getTextRange().getEndOffset()))));
  }

  private int lineOf(int offset) {
    int found = Arrays.binarySearch(lineStarts, offset);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
