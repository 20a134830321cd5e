// Package platform stores campaigns and samples on Cloudflare: in D1 and R2, through JavaScript.
package platform
