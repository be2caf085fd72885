const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
const date = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
const dateTime = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const clockTime = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** 2480 -> "2,480" */
export function formatAmount(amount: number): string {
  return whole.format(amount);
}

/** 120 -> "+120", -50 -> "-50", 0 -> "0" */
export function formatSigned(amount: number): string {
  return signed.format(amount);
}

/** "November 20, 2026" in the reader's time zone, as all dates here */
export function formatDate(time: string | Date): string {
  return date.format(new Date(time));
}

/** "Nov 20, 2026, 6:04 PM" */
export function formatDateTime(time: string | Date): string {
  return dateTime.format(new Date(time));
}

/** "18:04:11" */
export function formatTime(time: string | Date): string {
  return clockTime.format(new Date(time));
}

/** 1, 'match' -> "1 match"; 2, 'match', 'matches' -> "2 matches" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatAmount(count)} ${count === 1 ? one : many}`;
}

/** "Ada Lovelace" -> "AL"; nothing to take from -> "?" */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]);
  return letters.join('').toUpperCase() || '?';
}
