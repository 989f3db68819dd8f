package org.solrlmtc.tests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Puts TLS before a Solr, as a reverse proxy does, with a certificate that nobody has issued. */
final class TlsProxy implements AutoCloseable {
  static final String PASSWORD = "for-the-test";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final SSLServerSocket server;
  private final URI solr;

  TlsProxy(String solrUrl, Path keyStore) throws IOException, GeneralSecurityException {
    solr = URI.create(solrUrl);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(
        KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** Makes a key and a certificate for 127.0.0.1, which can serve as the trust store, too. */
  static void makeKeyStore(Path file) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "solr",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=127.0.0.1",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    file.toString()))
            .inheritIO()
            .start();
    if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
      throw new AssertionError("keytool failed");
    }
  }

  String url() {
    return "https://127.0.0.1:" + server.getLocalPort() + solr.getPath();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Socket target = new Socket(solr.getHost(), solr.getPort());
        threads.execute(() -> pump(client, target));
        threads.execute(() -> pump(target, client));
      } catch (IOException e) {
        // the test is over
      }
    }
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // one of the two hung up, or the client does not trust the certificate
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
