// Refuses a Node.js without TypeScript when dependencies are installed. JavaScript, because such a Node.js cannot run
// TypeScript.
if (!process.features.typescript) {
  console.error(
    'This Node.js was built without TypeScript, like the package of Debian. Install one from nodejs.org, or with: npm install -g node@24',
  )
  process.exit(1)
}
