#!/usr/bin/env node
import { main } from "./cli/main.js";

// `process.exitCode` and not exit(), so that pending output still reaches a pipe.
process.exitCode = await main(process.argv.slice(2));
