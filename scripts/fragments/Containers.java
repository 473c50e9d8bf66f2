// The parts of testcontainers that the guide uses. A process takes the place of the container: it
// gets the same variables and listens on another port.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;

public class Containers {
    public static void main(String[] args) throws Exception {
        // FRAGMENT 1
    }

    static class Wait {
        final String path;
        int status;

        Wait(String path) {
            this.path = path;
        }

        static Wait forHttp(String path) {
            return new Wait(path);
        }

        Wait forStatusCode(int status) {
            this.status = status;
            return this;
        }
    }

    static class GenericContainer<SELF> implements AutoCloseable {
        private static final String READY = "sandcard ready on ";
        private final Map<String, String> environment = new HashMap<>();
        private Wait strategy;
        private Process process;
        private URI service;
        private boolean isUrlRead;

        GenericContainer(String image) {
            require(image.equals("sandcard"), image);
        }

        GenericContainer<SELF> withEnv(String name, String value) {
            environment.put(name, value);
            return this;
        }

        GenericContainer<SELF> withExposedPorts(int port) {
            require(port == 8583, "port " + port);
            return this;
        }

        GenericContainer<SELF> waitingFor(Wait strategy) {
            this.strategy = strategy;
            return this;
        }

        void start() throws Exception {
            var builder = new ProcessBuilder(System.getenv("RUNTIME"), System.getenv("MAIN"));
            builder.environment().putAll(environment);
            builder.environment().put("PORT", "0");
            process = builder.start();
            var lines = new BufferedReader(new InputStreamReader(process.getInputStream()));
            var line = lines.readLine();
            while (line != null && !line.startsWith(READY)) line = lines.readLine();
            require(line != null, "the service ended");
            service = URI.create(line.substring(READY.length()));
            require(statusOf(strategy.path) == strategy.status, strategy.path);
        }

        String getHost() {
            return service.getHost();
        }

        int getMappedPort(int port) {
            require(port == 8583, "port " + port);
            isUrlRead = true;
            return service.getPort();
        }

        @Override
        public void close() throws Exception {
            require(isUrlRead, "the URL was not read");
            process.destroy();
            process.waitFor();
        }

        private int statusOf(String path) throws Exception {
            var request = HttpRequest.newBuilder(service.resolve(path)).build();
            var discarding = HttpResponse.BodyHandlers.discarding();
            return HttpClient.newHttpClient().send(request, discarding).statusCode();
        }

        private static void require(boolean holds, String what) {
            if (!holds) throw new IllegalStateException(what);
        }
    }
}
