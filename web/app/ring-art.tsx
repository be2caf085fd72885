/** The hero's picture: the ring closing over a landscape, players inside it, a coin in the middle. */
export function RingArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 560 560" fill="none" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id="ring-art-glow">
          <stop offset="0" stopColor="#ffc53d" stopOpacity=".35" />
          <stop offset="1" stopColor="#ffc53d" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g stroke="#5b48b8" strokeOpacity=".4">
        <path d="M40 300c70-90 150-40 210-90s150-130 280-60M30 350c90-70 160-30 230-80s160-110 270-40M60 400c90-60 150-20 220-70s150-90 240-20M100 450c80-50 130-10 190-50s130-70 190-10M70 250c60-90 140-60 200-110s150-110 240-60" />
      </g>
      <circle cx="280" cy="280" r="250" className="stroke-storm" strokeOpacity=".22" strokeWidth="44" />
      <path
        d="M280 52a228 228 0 1 1-161 67"
        pathLength="100"
        strokeDasharray="100"
        className="animate-draw stroke-storm"
        strokeWidth="5"
      />
      <g className="origin-center animate-turn-slow">
        <path
          d="M280 120a160 160 0 1 1-113 47"
          className="stroke-storm-soft"
          strokeOpacity=".7"
          strokeWidth="3"
          strokeDasharray="2 9"
        />
      </g>
      <circle cx="280" cy="280" r="120" fill="url(#ring-art-glow)" />
      <path
        d="M280 188a92 92 0 1 1-65 27"
        pathLength="100"
        strokeDasharray="100"
        className="animate-draw stroke-gold [animation-delay:0.15s]"
        strokeWidth="7"
      />
      <g transform="translate(230 230) scale(5)">
        <path d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" className="fill-gold" />
        <path d="M6.9 3.2h6.2l3.7 3.7v6.2l-3.7 3.7H6.9l-3.7-3.7V6.9z" className="fill-gold-ink" />
        <path d="M12.9 7.3A4 4 0 1 0 13 12.6V10h-2.6" className="stroke-gold" strokeWidth="1.7" />
      </g>
      <g className="fill-muted font-display" fontSize="14" fontWeight="600" letterSpacing="0.5">
        <text x="478" y="104">
          TOP 25
        </text>
        <text x="404" y="166">
          TOP 10
        </text>
      </g>
      <g className="fill-text">
        <path d="M420 250l7 14-7-4-7 4z" />
        <path d="M170 400l7 14-7-4-7 4z" />
        <path d="M350 440l7 14-7-4-7 4z" />
      </g>
    </svg>
  );
}
