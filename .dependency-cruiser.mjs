/** Defines the direction of imports: main → features → platform → contract. ARCHITECTURE.md has the picture. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const tests = String.raw`\.test\.tsx?$|/testing/`

export default {
  forbidden: [
    rule('no-circular', 'A cycle hides which part depends on which.', {}, { circular: true }),
    rule(
      'contract-stands-alone',
      'The contract is read by both sides and does no I/O: zod for schemas, re2js for patterns, zxcvbn for passwords.',
      { path: '^contract/src', pathNot: tests },
      { pathNot: '^contract/src|node_modules/(zod|re2js|@zxcvbn-ts)/' },
    ),
    rule(
      'tabular-stands-alone',
      'Spreadsheets are read and written the same way in the browser and on the server, by code that knows no survey.',
      { path: '^tabular/src', pathNot: tests },
      { pathNot: '^tabular/src|node_modules/hucre/' },
    ),
    rule(
      'spreadsheets-behind-tabular',
      'Hostile files break every spreadsheet reader: use the guarded one.',
      { path: '^(api|web|contract|identity)/' },
      { path: 'node_modules/hucre/' },
    ),
    rule(
      'sides-never-meet',
      'The backend, the identity service and the screens agree through the contract alone.',
      { path: '^(api|identity|web)/src' },
      { path: '^(api|identity|web|e2e)/src', pathNot: '^$1/src' },
    ),
    rule(
      'platform-knows-no-entity',
      'Generic code must not depend on one entity.',
      { path: '^(api|web)/src/platform', pathNot: tests },
      { path: '^$1/src/(features|app|main|worker|services)' },
    ),
    rule(
      'platform-reads-no-entity',
      'The platform itself serves sign-in, the logs, settings and files. The schema describes all tables.',
      {
        path: '^(api|web)/src/platform',
        pathNot: `${tests}|^api/src/platform/database/column-types\\.ts$`,
      },
      {
        path: '^contract/src/[^/]+/',
        pathNot: '^contract/src/(audit-log|auth|messages|security-log|settings|storage)/',
      },
    ),
    rule(
      'features-never-meet',
      'Code that two entities share belongs to the contract or the platform.',
      { path: '^(api|web)/src/features/([^/]+)/', pathNot: tests },
      { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    ),
    rule(
      'features-below-the-app',
      'The application imports features; features do not import the application.',
      { path: '^(api|web)/src/features/[^/]+/', pathNot: tests },
      { path: '^$1/src/([^/]+\\.tsx?$|app/)' },
    ),
    rule(
      'database-in-the-servers-only',
      'The browser must not be able to reach for the database driver.',
      { path: '^(web|contract)/' },
      { path: 'node_modules/(pg|kysely|pg-boss)/' },
    ),
    rule(
      'test-helpers-in-tests-only',
      'Code for production must not depend on test helpers.',
      { path: '^(api|identity|web|contract)/src', pathNot: tests },
      { path: '/testing/|^scripts/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Excludes our own builds only: most packages also have a dist folder, and excluded files break no rule.
    exclude: { path: '^[^/]+/dist/|(^|/)\\.data/' },
    // Other parsers read no file under TypeScript 7: the check would pass on one module.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
