// Package wait has the strategy of testcontainers that the guide uses.
package wait

// HTTP waits until a path returns 200.
type HTTP struct {
	Path string
	Port string
}

// ForHTTP waits for a path.
func ForHTTP(path string) HTTP { return HTTP{Path: path} }

// WithPort sets the port of the container.
func (strategy HTTP) WithPort(port string) HTTP {
	strategy.Port = port
	return strategy
}
