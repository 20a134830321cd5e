package evaluate

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// numberLabels reports whether the first label of a task's target is a number. Classes are for package bending.
func numberLabels(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "target_labels.csv"))
	if err != nil {
		return true // loading the task says what is missing
	}
	lines := strings.SplitN(string(text), "\n", 3)
	if len(lines) < 2 {
		return true
	}
	_, err = strconv.ParseFloat(strings.TrimSpace(lines[1]), 64)
	return err == nil
}
