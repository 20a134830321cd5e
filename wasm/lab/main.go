// Lab runs the experiments, with privacy and without. A data owner never loads it. Natively it is a command; in a
// browser's worker it answers the requests of the page "Reproduce the paper".
package main

func main() { serve() }
