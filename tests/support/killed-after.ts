type Work<Given extends unknown[], Result> = (...given: Given) => Promise<Result>;

/** Wraps work of a process that is killed as the given number of its steps are done: that step's answer never comes, and an error 'killed' in its place. */
export function killedAfter(steps: number) {
  let left = steps;
  return <Given extends unknown[], Result>(work: Work<Given, Result>): Work<Given, Result> =>
    async (...given) => {
      if (left <= 0) throw new Error('killed');
      const result = await work(...given);
      if (--left <= 0) throw new Error('killed');
      return result;
    };
}
