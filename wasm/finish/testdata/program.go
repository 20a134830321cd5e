// The program that finished.test.mjs runs as Go leaves it and finished.
package main

import (
	"fmt"
	"runtime"
)

func index(values []int, i int) (err any) {
	defer func() { err = recover() }()
	return values[i]
}

// deep needs a stack that grows, and has it moved, many times.
func deep(n int) int {
	var room [16]int
	if n == 0 {
		return 0
	}
	room[n%16] = 1
	return room[n%16] + deep(n-1)
}

// sum keeps pointers on stacks while the garbage collector runs.
func sum(n int) (total int) {
	parts := make(chan *int)
	for i := range n {
		go func() {
			part := new(int)
			*part = i
			if i%100 == 0 {
				runtime.GC()
			}
			parts <- part
		}()
	}
	for range n {
		total += *<-parts
	}
	return total
}

func deferred() {
	for i := range 3 {
		defer fmt.Print(" ", i)
	}
	fmt.Print("deferred")
}

func main() {
	fmt.Println("recovered:", fmt.Sprint(index(nil, 3))[len("runtime error: "):])
	fmt.Println("depth", deep(5000))
	fmt.Println("sum", sum(1000))
	deferred()
	fmt.Println()
}
