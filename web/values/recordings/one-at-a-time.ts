let playing: HTMLMediaElement | null = null;

/** Tells that something plays now: what played before stops. */
export function playAlone(element: HTMLMediaElement): void {
  if (playing !== element) playing?.pause();
  playing = element;
}
