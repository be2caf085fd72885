/**
 * Runs a command of the operator: what it cannot do is said in words, without the trace of a program that they did not
 * write. Exit code 1 then.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // Where a name has several addresses a failed connection has a code and no message.
    process.stderr.write(`${message || code || String(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    process.exitCode = 1;
  }
}
