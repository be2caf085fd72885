import type { ReactNode } from 'react';
import { useId } from 'react';

interface Scene {
  from: string;
  to: string;
  arc: string;
  drawing: ReactNode;
}

/** Landscapes under a closing ring. Each is drawn on 400 x 148 and cropped to fill its frame. */
const scenes: Record<'storm' | 'peaks' | 'harbour' | 'dunes' | 'orbit', Scene> = {
  storm: {
    from: '#2a1d66',
    to: '#0c0f18',
    arc: '#ffc53d',
    drawing: (
      <>
        <circle cx="296" cy="74" r="112" fill="none" stroke="#7c5cff" strokeWidth="20" strokeOpacity=".32" />
        <circle
          cx="296"
          cy="74"
          r="86"
          fill="none"
          stroke="#b7a6ff"
          strokeOpacity=".55"
          strokeDasharray="2 8"
        />
        <g fill="none" stroke="#5b48b8">
          <path d="M-4 132c64-62 112-22 164-62s92-58 128-38" />
          <path d="M-4 112c56-58 104-16 150-54s88-62 140-46" strokeOpacity=".5" />
          <path d="M-4 92c48-52 96-12 138-48s84-64 132-56" strokeOpacity=".28" />
        </g>
      </>
    ),
  },
  peaks: {
    from: '#123b46',
    to: '#0c0f18',
    arc: '#3ddc97',
    drawing: (
      <>
        <path d="M-10 148 92 44l48 58 66-86 150 132z" fill="#16515d" />
        <path d="m92 44 48 58-22 10-18-26-14 22z" fill="#1d6b78" />
        <path d="m206 16 62 62-30 6-22-26-12 34-22-12z" fill="#1d6b78" />
        <path d="M150 148 270 88l150 60z" fill="#0f3a44" />
      </>
    ),
  },
  harbour: {
    from: '#4a1633',
    to: '#0c0f18',
    arc: '#ff8fb8',
    drawing: (
      <>
        <g fill="#5c1e41">
          <path d="M0 148V92h34V62h26v38h22V40h30v66h26V78h34v70z" />
          <path d="M196 148v-44h30V84h28v64z" fillOpacity=".6" />
        </g>
        <g stroke="#ff8fb8" strokeOpacity=".3" strokeWidth="2">
          <path d="M20 136h70M130 136h40M200 136h120M60 142h110M220 142h60" />
        </g>
        <g fill="#ffc53d" fillOpacity=".75">
          <path d="M42 72h4v4h-4zM50 84h4v4h-4zM92 52h4v4h-4zM100 66h4v4h-4zM92 80h4v4h-4zM150 90h4v4h-4z" />
        </g>
      </>
    ),
  },
  dunes: {
    from: '#33281a',
    to: '#0c0f18',
    arc: '#8d7750',
    drawing: (
      <g fill="none" stroke="#6d5a3c">
        <circle cx="300" cy="74" r="86" strokeDasharray="4 8" />
        <path d="M-4 118c70-44 120 20 196-16s120-30 220 6" />
        <path d="M-4 132c80-34 140 14 210-10s120-16 200 6" strokeOpacity=".6" />
        <path d="M-4 104c60-40 110 18 180-22s140-40 230 2" strokeOpacity=".4" />
      </g>
    ),
  },
  orbit: {
    from: '#1a2a3f',
    to: '#0c0f18',
    arc: '#5f7ba6',
    drawing: (
      <g fill="none" stroke="#41597f">
        <ellipse cx="300" cy="74" rx="132" ry="42" transform="rotate(-18 300 74)" strokeDasharray="4 8" />
        <ellipse cx="300" cy="74" rx="96" ry="28" transform="rotate(24 300 74)" />
        <path d="M24 30v6m-3-3h6M88 96v6m-3-3h6M150 44v6m-3-3h6M120 18v4m-2-2h4M52 126v4m-2-2h4" />
      </g>
    ),
  },
};

export type SceneName = keyof typeof scenes;
const playable: readonly SceneName[] = ['storm', 'peaks', 'harbour'];

/** The scene of the card at this place in the list; neighbours differ. */
export function sceneAt(place: number): SceneName {
  return playable[place % playable.length] ?? 'storm';
}

/** Decoration on top of a challenge card; says nothing that the card does not. */
export function ChallengeArt({ scene }: { scene: SceneName }) {
  const gradient = useId();
  const { from, to, arc, drawing } = scenes[scene];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 148"
      preserveAspectRatio="xMidYMid slice"
      className="block h-37 w-full"
    >
      <linearGradient id={gradient} x1="0" y1="0" x2="1" y2=".6">
        <stop offset="0" stopColor={from} />
        <stop offset="1" stopColor={to} />
      </linearGradient>
      <rect width="400" height="148" fill={`url(#${gradient})`} />
      {drawing}
      <circle
        cx="300"
        cy="74"
        r="54"
        fill="none"
        stroke={arc}
        strokeWidth="5"
        pathLength="100"
        strokeDasharray="87 13"
        transform="rotate(-90 300 74)"
      />
      <circle cx="300" cy="74" r="26" fill="none" stroke={arc} strokeOpacity=".35" strokeWidth="2" />
    </svg>
  );
}
