import { useEffect, useState } from 'react';
import { SHORTEST_PASSWORD } from '../../../domain/accounts/password.ts';

type Score = 0 | 1 | 2 | 3 | 4;
type Estimate = (password: string) => Score;
let estimator: Promise<Estimate> | null = null;

// The dictionaries of the server's own check; they come when the first letter is typed.
function loadEstimator(): Promise<Estimate> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([core, common]) => {
      const factory = new core.ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
      return (password) => factory.check(password).score;
    },
  );
  return estimator;
}

const WORDS: Record<Score, string> = {
  0: 'Guessed at once',
  1: 'Guessed quickly',
  2: 'Not enough yet',
  3: 'Good',
  4: 'Very good',
};
const tone = (good: boolean) => (good ? 'bg-good' : 'bg-bad');

/** How hard a password is to guess, while it is typed. It is worked out here and sent nowhere. */
export function PasswordMeter({ password }: { password: string }) {
  const [measured, setMeasured] = useState<{ password: string; score: Score } | null>(null);
  useEffect(() => {
    let current = true;
    const judge = async () => {
      const estimate = await loadEstimator();
      if (current) setMeasured({ password, score: estimate(password.slice(0, 128)) });
    };
    // Without the dictionaries the server's answer is enough.
    judge().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [password]);
  const score = measured?.score ?? null;
  const short = password.length < SHORTEST_PASSWORD;
  const good = score !== null && score >= 3 && !short;
  return (
    <div className="-mt-1.5" aria-live="polite">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-full ${score !== null && step <= Math.max(score, 1) ? tone(good) : 'bg-line'}`}
          />
        ))}
      </div>
      <p className="mt-1 h-4 text-xs text-mute">
        {score !== null && (short ? `${SHORTEST_PASSWORD - password.length} characters to go` : WORDS[score])}
      </p>
    </div>
  );
}
