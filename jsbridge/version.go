package jsbridge

// Version of the engine, stated in every release.
const Version = "0.1.0"
