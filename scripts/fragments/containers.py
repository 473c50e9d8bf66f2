# The parts of testcontainers that the guide uses. A process takes the place of the container: it
# gets the same variables and listens on another port.

import os
import re
import subprocess
import sys
import time
import types
from urllib.error import URLError
from urllib.request import urlopen


class HttpWaitStrategy:
    def __init__(self, port, path):
        self.port, self.path, self.status = port, path, 200

    def for_status_code(self, status):
        self.status = status
        return self

    def wait(self, container):
        url = f"http://127.0.0.1:{container.get_exposed_port(self.port)}{self.path}"
        for _ in range(600):
            try:
                if urlopen(url).status == self.status:
                    return
            except URLError:
                pass
            time.sleep(0.1)
        raise TimeoutError(url)


class DockerContainer:
    def __init__(self, image):
        assert image == "sandcard", image
        self.environment, self.ports, self.strategy = {}, [], None

    def with_env(self, name, value):
        self.environment[name] = value
        return self

    def with_exposed_ports(self, *ports):
        self.ports.extend(ports)
        return self

    def waiting_for(self, strategy):
        self.strategy = strategy
        return self

    def __enter__(self):
        self.process = subprocess.Popen(
            [os.environ["RUNTIME"], os.environ["MAIN"]],
            env={**os.environ, **self.environment, "PORT": "0"},
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout:
            ready = re.match(r"sandcard ready on http://127\.0\.0\.1:(\d+)", line)
            if ready:
                self.port = ready[1]
                break
        self.strategy.wait(self)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def get_container_host_ip(self):
        return "127.0.0.1"

    def get_exposed_port(self, port):
        # The port on which the image listens.
        assert port in self.ports and port == 8583, port
        return self.port


for name, member in (
    ("testcontainers.core.container", DockerContainer),
    ("testcontainers.core.wait_strategies", HttpWaitStrategy),
):
    module = sys.modules[name] = types.ModuleType(name)
    setattr(module, member.__name__, member)
for name in ("testcontainers", "testcontainers.core"):
    sys.modules[name] = types.ModuleType(name)

# FRAGMENT 1
    assert urlopen(f"{url}/readyz").status == 200
