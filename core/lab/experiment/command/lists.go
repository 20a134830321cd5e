package command

import (
	"fmt"
	"strconv"
	"strings"
)

// Names splits a list at its commas. An empty list gives nil.
func Names(list string) []string {
	if list == "" {
		return nil
	}
	names := strings.Split(list, ",")
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return names
}

// Epsilons reads a list of privacy budgets, numbers above 0 or inf.
func Epsilons(list string) ([]float64, error) {
	var epsilons []float64
	for _, name := range Names(list) {
		epsilon, err := strconv.ParseFloat(name, 64)
		if err != nil || !(epsilon > 0) {
			return nil, fmt.Errorf("%q is no epsilon; give numbers above 0", name)
		}
		epsilons = append(epsilons, epsilon)
	}
	return epsilons, nil
}
