# Runs Trino.java, which needs the newest Java that is here, with the libraries of a folder. sh run.sh FOLDER
here=$(dirname "$0")
for java in /usr/lib/jvm/*/bin/java java; do
	version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
	[ "${version:-0}" -ge 24 ] && exec "$java" -Xmx2g --add-modules jdk.incubator.vector -cp "$1/*" "$here/Trino.java" \
		"$(sed -n 's|.*trino-memory</artifactId><version>\(.*\)</version>.*|\1|p' "$here/pom.xml")"
done
echo "Trino needs Java 24 or newer" >&2
exit 1
