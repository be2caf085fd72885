/** SQLSTATEs of what a database lacks whose migrations did not run: a table, column, function, schema or type. */
const missingInDatabase = new Set(['42P01', '42703', '42883', '3F000', '42704']);

function describeError(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (missingInDatabase.has(code ?? '')) {
    return 'this database is of an earlier version, or empty: start FinalRing once, which brings it up to date, and repeat the command';
  }
  // Where a name has several addresses a failed connection has a code and no message.
  return message || code || String(error);
}

/**
 * Runs a command of the operator: what it cannot do is said in words, without the trace of a program that they did not
 * write. Exit code 1 then.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    process.exitCode = 1;
  }
}
