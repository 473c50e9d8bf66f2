// Package testcontainers has the functions of testcontainers that the guide uses. A process takes
// the place of the container: it gets the same variables and listens on another port.
package testcontainers

import (
	"bufio"
	"context"
	"fmt"
	"fragments/wait"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Port is the port on which the image listens.
const Port = "8583/tcp"

// Container is a process of the service.
type Container struct {
	command *exec.Cmd
	url     string
}

type settings struct {
	environment []string
	ports       []string
	strategy    wait.HTTP
}

// Option changes the settings of a container.
type Option func(*settings)

// WithEnv sets variables.
func WithEnv(variables map[string]string) Option {
	return func(given *settings) {
		for name, value := range variables {
			given.environment = append(given.environment, name+"="+value)
		}
	}
}

// WithExposedPorts publishes ports.
func WithExposedPorts(ports ...string) Option {
	return func(given *settings) { given.ports = ports }
}

// WithWaitStrategy sets when the container is ready.
func WithWaitStrategy(strategy wait.HTTP) Option {
	return func(given *settings) { given.strategy = strategy }
}

// Run starts the service and waits for it.
func Run(ctx context.Context, image string, options ...Option) (*Container, error) {
	var given settings
	for _, option := range options {
		option(&given)
	}
	if image != "sandcard" || strings.Join(given.ports, " ") != Port || given.strategy.Port != Port {
		return nil, fmt.Errorf("not the image or port of the service: %s %v", image, given)
	}
	command := exec.CommandContext(ctx, os.Getenv("RUNTIME"), os.Getenv("MAIN"))
	command.Env = append(append(os.Environ(), given.environment...), "PORT=0")
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		url, isReady := cut(lines.Text(), "sandcard ready on ")
		if isReady {
			container := &Container{command, url}
			return container, container.wait(given.strategy.Path)
		}
	}
	return nil, fmt.Errorf("the service ended: %v", command.Wait())
}

func cut(line, prefix string) (string, bool) {
	return strings.TrimPrefix(line, prefix), strings.HasPrefix(line, prefix)
}

func (container *Container) wait(path string) error {
	for tries := 0; tries < 600; tries++ {
		response, err := http.Get(container.url + path)
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("%s is not ready", path)
}

// TerminateContainer stops the service.
func TerminateContainer(container *Container) error {
	if err := container.command.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return container.command.Wait()
}

// PortEndpoint returns the URL of a port.
func (container *Container) PortEndpoint(_ context.Context, port, scheme string) (string, error) {
	if port != Port || scheme != "http" {
		return "", fmt.Errorf("the service has no %s on %s", scheme, port)
	}
	return container.url, nil
}
