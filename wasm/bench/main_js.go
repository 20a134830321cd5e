package main

import "privadapt/jsbridge"

func main() { jsbridge.ServeJobs(map[string]jsbridge.Job{"measure": measure}) }
