// Package platform is where a campaign's things are kept on Cloudflare: D1 and R2, reached through JavaScript.
package platform
