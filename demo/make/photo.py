"""Renders demo/photo.jpg: two dogs on a meadow, as a camera with a long lens would see them. Nothing in it is a photo.

The dogs are signed distance fields, marched ray by ray and then covered with strands of fur; the meadow is blades of
grass painted from far to near. Each layer is blurred as a lens focused on the dogs would blur it.

    apt-get install python3-numpy python3-pil
    /usr/bin/python3 demo/make/photo.py
"""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

PHOTO = Path(__file__).resolve().parent.parent / "photo.jpg"
SEED = 20261120

# Lengths are metres: x to the right, y up, z away from the camera. Colours are linear light, 0 to 1.
WIDTH, HEIGHT = 800, 600
# Everything is drawn this much larger and scaled down at the end.
SUPERSAMPLING = 2
COLUMNS, ROWS = WIDTH * SUPERSAMPLING, HEIGHT * SUPERSAMPLING

EYE = np.array([0.0, 0.72, -4.3])
LOOKED_AT = np.array([-0.02, 0.44, 0.0])
VERTICAL_FIELD_DEGREES = 19.8
FOCUS = 4.25
# Blur in pixels of the enlarged picture at infinity, with the focus above.
BLUR_AT_INFINITY = 18.0

SUN = np.array([-0.62, 0.60, -0.38]) / np.linalg.norm([-0.62, 0.60, -0.38])
SUNLIGHT = np.array([1.32, 1.16, 0.92])
SKYLIGHT = np.array([0.34, 0.42, 0.54])
GROUNDLIGHT = np.array([0.16, 0.19, 0.07])


# ---------------------------------------------------------------- vectors and noise


def normalized(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)


def smoothstep(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return a + (b - a) * t


def hashed(*lattice):
    h = np.zeros(lattice[0].shape, np.uint32)
    for axis, factor in zip(lattice, (374761393, 668265263, 2246822519)):
        h ^= axis.astype(np.int64).astype(np.uint32) * np.uint32(factor)
        h = (h ^ (h >> np.uint32(13))) * np.uint32(1274126177)
    return ((h ^ (h >> np.uint32(16))) & np.uint32(0xFFFFFF)) / np.float32(0xFFFFFF)


def noise(p):
    """Value noise, 0 to 1, of points with two or three coordinates."""
    cell = np.floor(p)
    t = p - cell
    t = t * t * (3 - 2 * t)
    dimensions = p.shape[-1]
    value = 0
    for corner in range(2**dimensions):
        offset = [(corner >> axis) & 1 for axis in range(dimensions)]
        weight = np.prod([t[..., a] if bit else 1 - t[..., a] for a, bit in enumerate(offset)], axis=0)
        value = value + weight * hashed(*[cell[..., a] + bit for a, bit in enumerate(offset)])
    return value


def fractal(p, octaves):
    total = sum(noise(p * 2**o + 17.3 * o) / 2**o for o in range(octaves))
    return total / (2 - 2 ** (1 - octaves))


# ---------------------------------------------------------------- camera


FORWARD = normalized(LOOKED_AT - EYE)
ACROSS = normalized(np.cross([0.0, 1.0, 0.0], FORWARD))
UPWARD = np.cross(FORWARD, ACROSS)
LENS = ROWS / 2 / np.tan(np.radians(VERTICAL_FIELD_DEGREES) / 2)


def project(p):
    """Pixel column, pixel row and distance along the axis of points in space."""
    seen = p - EYE
    depth = seen @ FORWARD
    near = np.maximum(depth, 0.05)
    return COLUMNS / 2 + LENS * (seen @ ACROSS) / near, ROWS / 2 - LENS * (seen @ UPWARD) / near, depth


def rays():
    x, y = np.meshgrid(np.arange(COLUMNS) + 0.5, np.arange(ROWS) + 0.5)
    return normalized(
        FORWARD + ((x - COLUMNS / 2) / LENS)[..., None] * ACROSS - ((y - ROWS / 2) / LENS)[..., None] * UPWARD
    )


def blur_radius(depth):
    return BLUR_AT_INFINITY * FOCUS * abs(1 / depth - 1 / FOCUS)


# ---------------------------------------------------------------- signed distance fields


def ellipsoid(p, centre, radii):
    q = p - np.asarray(centre, np.float32)
    radii = np.asarray(radii, np.float32)
    k0 = np.linalg.norm(q / radii, axis=-1)
    k1 = np.linalg.norm(q / (radii * radii), axis=-1)
    return k0 * (k0 - 1) / np.maximum(k1, 1e-6)


def cone(p, a, b, radius_a, radius_b):
    """A capsule whose radius runs from one end's to the other's."""
    a, b = np.asarray(a, np.float32), np.asarray(b, np.float32)
    along = b - a
    t = np.clip((p - a) @ along / (along @ along), 0, 1)
    return np.linalg.norm(p - a - t[..., None] * along, axis=-1) - mix(radius_a, radius_b, t)


def united(a, b, softness):
    h = np.maximum(softness - np.abs(a - b), 0) / softness
    return np.minimum(a, b) - h * h * softness / 4


def mirrored(p):
    return np.stack([p[..., 0], p[..., 1], np.abs(p[..., 2])], axis=-1)


def turned(p, yaw, pitch=0.0, roll=0.0):
    """Points in the frame of something turned by these angles in radians: left about y, up about z, over about x."""
    x, y, z = p[..., 0], p[..., 1], p[..., 2]
    x, z = np.cos(yaw) * x + np.sin(yaw) * z, -np.sin(yaw) * x + np.cos(yaw) * z
    x, y = np.cos(pitch) * x + np.sin(pitch) * y, -np.sin(pitch) * x + np.cos(pitch) * y
    y, z = np.cos(roll) * y + np.sin(roll) * z, -np.sin(roll) * y + np.cos(roll) * z
    return np.stack([x, y, z], axis=-1).astype(np.float32)


COAT, EAR, NOSE, EYEBALL, TONGUE = range(5)


class Dog:
    """A dog in a frame of its own: x forward, y up, paws on y = 0. Poses differ in `body`; the head is shared."""

    def __init__(self, place, yaw, head_at, head_yaw, head_pitch, head_roll, scale, coat, body, parted):
        self.place, self.yaw, self.scale = np.array(place), yaw, scale
        self.head_at, self.head_angles = np.array(head_at, np.float32), (head_yaw, head_pitch, head_roll)
        self.coat, self.body, self.parted = coat, body, parted

    def local(self, p):
        return turned((p - self.place) / self.scale, self.yaw)

    def head_frame(self, q):
        return turned(q - self.head_at, *self.head_angles)

    def outward(self, v):
        """A direction of the dog's frame in the world's."""
        return turned(v, -self.yaw)

    def parts(self, p):
        """Distances, in metres, to the coat, the ears, the nose, the eyes and the tongue."""
        q = self.local(p)
        h = mirrored(self.head_frame(q))
        coat = united(self.body(q), self.skull(h), 0.07)
        ear = turned(h - np.array([-0.010, 0.052, 0.086], np.float32), 0.22, 0.10, -0.10)
        ears = ellipsoid(ear, (0.0, -0.076, 0.006), (0.056, 0.100, 0.019))
        nose = ellipsoid(h, (0.214, -0.022, 0.0), (0.020, 0.019, 0.028))
        eyes = ellipsoid(h, (0.090, 0.030, 0.047), (0.0165, 0.0145, 0.0150))
        tongue = ellipsoid(turned(h - np.array([0.165, -0.105, 0], np.float32), 0, -0.45), (0, 0, 0), (0.055, 0.011, 0.027))
        return np.stack([coat, ears, nose, eyes, tongue if self.parted else tongue + 9], axis=-1) * self.scale

    def skull(self, h):
        d = ellipsoid(h, (0, 0, 0), (0.112, 0.100, 0.096))
        d = united(d, ellipsoid(h, (0.035, -0.042, 0.045), (0.075, 0.055, 0.050)), 0.05)
        d = united(d, ellipsoid(h, (0.066, 0.052, 0.038), (0.036, 0.020, 0.026)), 0.035)
        d = united(d, cone(h, (0.08, -0.030, 0), (0.178, -0.044, 0), 0.058, 0.044), 0.035)
        d = united(d, ellipsoid(h, (0.155, -0.060, 0.022), (0.052, 0.036, 0.030)), 0.025)
        droop = 0.040 if self.parted else 0.012
        return united(d, cone(h, (0.04, -0.075, 0), (0.148, -0.082 - droop, 0), 0.042, 0.024), 0.018)

    def distance(self, p):
        d = self.parts(p)
        return np.minimum(united(d[..., COAT], d[..., EAR], 0.022 * self.scale), d[..., NOSE:].min(axis=-1))

    def flow(self, q, part):
        """The way the fur lies at points of the dog's frame, and the strands' length in metres."""
        h = self.head_frame(q)
        face = smoothstep(0.20, 0.10, np.linalg.norm(h - [0.05, -0.02, 0], axis=-1))[..., None]
        leg = smoothstep(0.34, 0.22, q[..., 1])[..., None]
        back = np.array([-1.0, -0.42, 0.0])
        direction = mix(mix(back, np.array([-0.15, -1.0, 0.0]), leg), np.array([-1.0, -0.25, 0.0]), face)
        front = (smoothstep(0.0, 0.16, q[..., 0] - self.head_at[0] + 0.24) * (1 - face[..., 0]))[..., None]
        direction = mix(direction, np.array([-0.25, -1.0, 0.0]), front * 0.8)
        direction = np.where((part == EAR)[..., None], np.array([-0.25, -1.0, 0.10]), direction)
        length = mix(mix(0.040, 0.022, leg[..., 0]), 0.013, face[..., 0]) + 0.022 * front[..., 0]
        return direction, length

    def colour(self, q, part):
        """Albedo at points of the dog's frame."""
        h = self.head_frame(q)
        return self.coat(q, h, part)


def standing(q):
    """A dog on four legs, one forepaw and the opposite hind paw a little ahead."""
    m = mirrored(q)
    d = ellipsoid(q, (0.19, 0.47, 0), (0.20, 0.175, 0.135))
    d = united(d, cone(q, (0.12, 0.47, 0), (-0.30, 0.50, 0), 0.145, 0.118), 0.10)
    d = united(d, ellipsoid(m, (-0.32, 0.47, 0.045), (0.145, 0.145, 0.095)), 0.08)
    d = united(d, ellipsoid(m, (0.22, 0.47, 0.07), (0.11, 0.145, 0.075)), 0.06)
    d = united(d, cone(q, (0.27, 0.54, 0), (0.43, 0.745, 0), 0.130, 0.088), 0.10)
    for side, fore, hind in ((1, 0.03, -0.05), (-1, -0.05, 0.06)):
        z = 0.088 * side
        d = united(d, cone(q, (0.24, 0.42, z), (0.235 + fore, 0.23, z), 0.074, 0.048), 0.05)
        d = united(d, cone(q, (0.235 + fore, 0.23, z), (0.25 + fore * 1.6, 0.03, z), 0.046, 0.036), 0.03)
        d = united(d, ellipsoid(q, (0.28 + fore * 1.6, 0.025, z), (0.065, 0.035, 0.046)), 0.03)
        d = united(d, cone(q, (-0.33, 0.45, z), (-0.30 + hind, 0.27, z), 0.105, 0.062), 0.06)
        d = united(d, cone(q, (-0.30 + hind, 0.27, z), (-0.42 + hind, 0.17, z), 0.056, 0.036), 0.03)
        d = united(d, cone(q, (-0.42 + hind, 0.17, z), (-0.39 + hind, 0.03, z), 0.035, 0.034), 0.02)
        d = united(d, ellipsoid(q, (-0.35 + hind, 0.025, z), (0.065, 0.034, 0.045)), 0.03)
    d = united(d, cone(q, (-0.42, 0.54, 0), (-0.58, 0.62, 0.02), 0.050, 0.046), 0.05)
    return united(d, cone(q, (-0.58, 0.62, 0.02), (-0.70, 0.76, 0.03), 0.050, 0.024), 0.04)


def sitting(q):
    """A dog on its haunches, forelegs straight."""
    m = mirrored(q)
    d = cone(q, (-0.12, 0.17, 0), (0.08, 0.45, 0), 0.165, 0.148)
    d = united(d, ellipsoid(q, (0.11, 0.42, 0), (0.125, 0.165, 0.130)), 0.08)
    d = united(d, ellipsoid(m, (-0.06, 0.16, 0.125), (0.165, 0.125, 0.075)), 0.06)
    d = united(d, ellipsoid(m, (0.12, 0.03, 0.155), (0.105, 0.038, 0.046)), 0.04)
    d = united(d, ellipsoid(m, (0.10, 0.43, 0.085), (0.090, 0.130, 0.060)), 0.05)
    d = united(d, cone(m, (0.15, 0.40, 0.082), (0.195, 0.04, 0.078), 0.062, 0.038), 0.05)
    d = united(d, ellipsoid(m, (0.225, 0.025, 0.078), (0.065, 0.034, 0.045)), 0.03)
    d = united(d, cone(q, (0.09, 0.52, 0), (0.165, 0.705, 0), 0.125, 0.086), 0.09)
    return united(d, cone(q, (-0.26, 0.09, 0), (-0.55, 0.05, 0.08), 0.055, 0.03), 0.06)


def golden(q, h, part):
    base = np.broadcast_to([0.45, 0.215, 0.066], q.shape).copy()
    light = np.array([0.68, 0.46, 0.22])
    under = smoothstep(0.46, 0.24, q[..., 1]) * 0.75
    chest = smoothstep(0.30, 0.42, q[..., 0]) * smoothstep(0.72, 0.55, q[..., 1])
    tail = smoothstep(-0.48, -0.62, q[..., 0])
    base = mix(base, light, np.maximum.reduce([under, chest, tail])[..., None])
    muzzle = smoothstep(0.07, 0.17, h[..., 0]) * smoothstep(0.30, 0.22, np.linalg.norm(h, axis=-1))
    base = mix(base, np.array([0.66, 0.42, 0.19]), (muzzle * 0.8)[..., None])
    return mix(base, np.array([0.40, 0.185, 0.05]), (part == EAR)[..., None] * 0.85)


def chestnut(q, h, part):
    base = np.broadcast_to([0.085, 0.036, 0.018], q.shape).copy()
    white = np.array([0.72, 0.66, 0.57])
    near = smoothstep(0.34, 0.26, np.linalg.norm(h, axis=-1))
    blaze = smoothstep(0.030, 0.012, np.abs(h[..., 2])) * smoothstep(0.0, 0.05, h[..., 0]) * near
    muzzle = smoothstep(0.095, 0.135, h[..., 0] - 0.25 * h[..., 1]) * near
    bib = smoothstep(0.085, 0.135, q[..., 0] - 0.6 * np.abs(q[..., 2])) * smoothstep(0.16, 0.26, q[..., 1])
    bib = bib * smoothstep(0.70, 0.62, q[..., 1]) * (1 - near)
    socks = smoothstep(0.20, 0.13, q[..., 1]) * smoothstep(0.10, 0.16, q[..., 0])
    base = mix(base, white, np.maximum.reduce([blaze, muzzle, bib, socks])[..., None])
    return mix(base, np.array([0.050, 0.020, 0.010]), (part == EAR)[..., None])


DOGS = [
    Dog((-0.36, -0.02, 0.12), -0.52, (0.50, 0.80, 0.0), -0.45, 0.02, 0.05, 1.0, golden, standing, True),
    Dog((0.58, -0.02, 0.05), -2.25, (0.215, 0.775, 0.0), 0.30, -0.04, -0.10, 0.94, chestnut, sitting, False),
]


# ---------------------------------------------------------------- light on the dogs


def march(dog, origin, direction, start, reach, steps):
    """Distance along each ray at which it meets the dog, or infinity."""
    t = np.broadcast_to(np.asarray(start, np.float32), direction.shape[:-1]).copy()
    hit = np.full(t.shape, np.inf, np.float32)
    active = np.arange(t.size)
    for _ in range(steps):
        d = dog.distance(origin[active] + t[active, None] * direction[active])
        arrived = d < 0.0007
        hit[active[arrived]] = t[active[arrived]]
        t[active] += np.maximum(d, 0.0005) * 0.9
        active = active[~arrived & (t[active] < reach)]
        if active.size == 0:
            break
    return hit


def lit(p, lift=0.02, softness=14.0):
    """How much of the sun reaches points, 0 to 1, past both dogs."""
    light = np.ones(p.shape[:-1], np.float32)
    for dog in DOGS:
        t = np.full(p.shape[:-1], lift, np.float32)
        for _ in range(22):
            d = dog.distance((p + t[..., None] * SUN).astype(np.float32))
            light = np.minimum(light, np.clip(0.5 + 0.5 * softness * d / t, 0, 1))
            t += np.clip(d, 0.018, 0.14)
    return smoothstep(0.0, 1.0, light)


def open_sky(p, normal, reach=0.16):
    """Share of the sky that points on a surface see, 0 to 1, by distance to the dogs along the normal."""
    shut = 0
    for i in range(1, 5):
        step = reach * i / 4
        d = np.minimum.reduce([dog.distance((p + normal * step).astype(np.float32)) for dog in DOGS])
        shut = shut + np.clip(step - d, 0, None) / step * 0.5**i
    return np.clip(1 - 1.15 * shut, 0, 1)


def render_dog(dog, directions):
    """Pixels of the dog as flat arrays: index, position, normal, depth, part, light colour."""
    middle = dog.place + [0, 0.45, 0]
    towards = middle - EYE
    along = directions @ towards
    index = np.flatnonzero((towards @ towards) - along**2 < 0.98**2)
    direction = directions[index].astype(np.float32)
    origin = np.broadcast_to(EYE.astype(np.float32), direction.shape)
    t = march(dog, origin, direction, along[index].min() - 1.0, along[index].max() + 1.0, 90)
    met = np.isfinite(t)
    index, direction, t = index[met], direction[met], t[met]
    p = EYE + t[:, None] * direction
    step = 0.0015
    corners = np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32)
    normal = normalized(sum(c * dog.distance((p + step * c).astype(np.float32))[:, None] for c in corners))
    distances = dog.parts(p.astype(np.float32))
    part = np.argmin(distances, axis=-1)
    return {"index": index, "p": p, "normal": normal, "depth": (p - EYE) @ FORWARD, "part": part, "view": -direction}


def shade(dog, s):
    """Adds to the dog's pixels their colour."""
    p, normal, part = s["p"], s["normal"], s["part"]
    q = dog.local(p)
    albedo = dog.colour(q, part)
    patches = 0.80 + 0.40 * fractal(q * 14, 3)
    albedo = albedo * patches[:, None]
    for which, colour in ((NOSE, (0.012, 0.010, 0.010)), (EYEBALL, (0.018, 0.008, 0.004)), (TONGUE, (0.62, 0.17, 0.17))):
        albedo[part == which] = colour
    # A dark line of lid around the eyes and of lip under the nose.
    distances = dog.parts(p.astype(np.float32))
    rim = smoothstep(0.012, 0.002, distances[:, EYEBALL]) * (part == COAT)
    albedo = mix(albedo, np.array([0.02, 0.012, 0.008]), (rim * 0.9)[:, None])
    sun = lit(p + normal * 0.006)
    sky = open_sky(p, normal)
    facing = normal @ SUN
    wrap = np.where(part <= EAR, np.clip((facing + 0.12) / 1.12, 0, 1), np.clip(facing, 0, 1))
    up = 0.5 + 0.5 * normal[:, 1]
    light = SUNLIGHT * (wrap * sun)[:, None] * 1.75
    light = light + (SKYLIGHT * 0.8 * up[:, None] + GROUNDLIGHT * 1.7 * (1 - up[:, None])) * (0.25 + 0.75 * sky)[:, None]
    # Blades of grass hide the ground's light near the feet.
    light = light * mix(0.45, 1.0, smoothstep(0.0, 0.16, p[:, 1]))[:, None]
    edge = (1 - np.clip((normal * s["view"]).sum(-1), 0, 1)) ** 3
    sheen = edge * (part <= EAR) * (0.10 + 0.35 * sun) * (0.4 + 0.6 * up)
    colour = albedo * light + (albedo * 0.7 + 0.05) * sheen[:, None] * SUNLIGHT
    half = normalized(SUN + s["view"])
    gloss = np.clip((normal * half).sum(-1), 0, 1)
    wet = np.isin(part, (NOSE, EYEBALL, TONGUE))
    spark = np.where(part == EYEBALL, gloss**90 * 6.0, gloss**26 * 0.35)
    mirror = np.clip(normal[:, 1], 0, 1) ** 2 * np.where(part == EYEBALL, 0.10, 0.05)
    s["colour"] = colour + (wet * (spark * np.maximum(sun, 0.5) + mirror))[:, None]
    return s


def strands(dog, s, rng, count):
    """Hairs rooted at random pixels of the dog: root and tip in space, colour, depth."""
    hairy = np.flatnonzero(s["part"] <= EAR)
    chosen = rng.choice(hairy, count)
    p, normal = s["p"][chosen], s["normal"][chosen]
    q = dog.local(p)
    direction, length = dog.flow(q, s["part"][chosen])
    along = dog.outward(direction)
    wander = np.stack([noise(q * 9 + 31 * a) - 0.5 for a in range(3)], axis=-1)
    along = along + wander * 0.9 + rng.normal(0, 0.16, p.shape)
    along = normalized(along - normal * (along * normal).sum(-1, keepdims=True))
    near_eye = dog.parts(p.astype(np.float32))[:, NOSE:].min(axis=-1)
    length = length * rng.uniform(0.55, 1.25, count) * smoothstep(0.002, 0.05, near_eye)
    length = np.where(s["part"][chosen] == EAR, length * 1.25, length)
    tip = p + (along + normal * rng.uniform(0.08, 0.30, count)[:, None]) * length[:, None]
    shimmer = np.clip(rng.normal(1.0, 0.13, count), 0.6, 1.5)[:, None]
    return p + normal * 0.001, tip, s["colour"][chosen] * shimmer, s["depth"][chosen] - 0.004


# ---------------------------------------------------------------- meadow and background


def tone(colour):
    """Linear light to the picture's bytes: a soft shoulder, then the usual gamma."""
    exposed = np.clip(colour, 0, None) * 0.80
    curved = exposed * (1 + exposed / 5.5) / (1 + exposed)
    return np.clip(curved * 1.32, 0, 1) ** (1 / 2.2)


def shadow_map():
    """Sunlight on the ground around the dogs as a function of (x, z)."""
    xs, zs = np.linspace(-1.6, 2.4, 220), np.linspace(-1.4, 2.2, 200)
    grid = np.stack(np.meshgrid(xs, zs, indexing="ij"), axis=-1)
    ground = np.stack([grid[..., 0], np.full(grid.shape[:2], 0.05), grid[..., 1]], axis=-1).reshape(-1, 3)
    sun = lit(ground.astype(np.float32), lift=0.01, softness=9.0).reshape(grid.shape[:2])
    shut = open_sky(ground, np.array([0.0, 1.0, 0.0]), 0.35).reshape(grid.shape[:2])

    def sample(x, z):
        i = np.clip(((x + 1.6) / 4.0 * 219).round().astype(int), 0, 219)
        j = np.clip(((z + 1.4) / 3.6 * 199).round().astype(int), 0, 199)
        return sun[i, j], shut[i, j]

    return sample


def meadow_colour(x, z):
    """Albedo of the grass, which is lusher here and drier there."""
    spots = fractal(np.stack([x * 0.55 + 40, z * 0.30 + 7], axis=-1), 4)[..., None]
    fresh, dry = np.array([0.060, 0.150, 0.024]), np.array([0.190, 0.215, 0.052])
    return mix(fresh, dry, smoothstep(0.36, 0.72, spots))


def backdrop(directions, rng):
    """Sky, a line of trees and the ground without blades, as bytes in three channels."""
    up = directions[..., 1]
    flat = np.hypot(directions[..., 0], directions[..., 2])
    height = up / flat
    bearing = np.arctan2(directions[..., 0], directions[..., 2])
    sky = mix(np.array([0.80, 0.86, 0.90]), np.array([0.30, 0.50, 0.82]), smoothstep(0.0, 0.30, height)[..., None])
    clouds = fractal(np.stack([bearing * 14 + 3, height * 42 + 5], axis=-1), 5)
    sky = mix(sky, np.array([0.98, 0.97, 0.95]), (smoothstep(0.50, 0.74, clouds) * 0.75)[..., None])
    crest = 0.020 + 0.016 * noise(np.stack([bearing * 11 + 2, bearing * 0 + 0.5], axis=-1))
    hill = mix(np.array([0.26, 0.36, 0.36]), np.array([0.20, 0.32, 0.17]), smoothstep(0.03, 0.0, height)[..., None])
    picture = np.where((height < crest)[..., None], hill, sky)
    distance = np.where(up < -1e-4, EYE[1] / np.maximum(-up, 1e-4) * flat, 1e4)
    x, z = EYE[0] + distance * np.sin(bearing), EYE[2] + distance * np.cos(bearing)
    grass = meadow_colour(x, z) * mix(1.15, 0.50, smoothstep(14.0, 4.0, distance))[..., None] * 1.75
    haze = (1 - np.exp(-distance / 170))[..., None]
    picture = np.where((up < 0)[..., None], mix(grass, np.array([0.52, 0.58, 0.50]), haze * 0.7), picture)
    image = Image.fromarray((tone(picture) * 255).astype(np.uint8))

    draw = ImageDraw.Draw(image)
    horizon = project(EYE + np.array([0.0, 0.0, 900.0]))[1]
    for _ in range(1500):
        column = rng.uniform(-60, COLUMNS + 60)
        clump = noise(np.array([[column / 260 + 9, 0.3]]))[0]
        crown = (0.25 + 1.25 * clump**1.4) * 0.185 * ROWS
        rise = rng.beta(1.1, 1.6) * crown
        radius = rng.uniform(7, 26) * (1.15 - 0.5 * rise / max(crown, 1))
        sunny = np.clip(0.25 + 0.75 * rise / crown + rng.normal(0, 0.18), 0, 1)
        colour = mix(np.array([0.020, 0.052, 0.018]), np.array([0.200, 0.270, 0.060]), sunny**1.6)
        colour = mix(colour, np.array([0.42, 0.50, 0.48]), 0.16) * rng.uniform(0.8, 1.2)
        centre = (column, horizon - rise + 3)
        box = (centre[0] - radius, centre[1] - radius * 0.8, centre[0] + radius, centre[1] + radius * 0.55)
        draw.ellipse(box, fill=tuple((tone(colour) * 255).astype(int)))
    ground = Image.fromarray(((up < -0.0006) * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(3))
    image.paste(Image.fromarray((tone(picture) * 255).astype(np.uint8)), mask=ground)
    return image.filter(ImageFilter.GaussianBlur(blur_radius(1e4)))


def blades(rng):
    """Blades of grass from the lens to where they blend: bases, heights, lean, width, colour at foot and tip."""
    count = 120_000
    # As many in every octave of distance, more around the dogs where they are sharp.
    depth = np.concatenate(
        [np.exp(rng.uniform(np.log(1.6), np.log(34), count // 2)), rng.uniform(3.3, 6.2, count - count // 2)]
    )
    side = rng.uniform(-0.58, 0.58, count) * depth * COLUMNS / LENS
    x, z = EYE[0] + side, EYE[2] + depth
    tuft = fractal(np.stack([x * 3.1 + 11, z * 3.1 + 5], axis=-1), 3)
    height = (0.035 + 0.095 * tuft) * rng.uniform(0.6, 1.35, count) * mix(1.0, 1.5, smoothstep(6.0, 20.0, depth))
    lean = rng.normal(0, 0.38, (count, 2)) + [0.22, 0.05]
    tall = rng.random(count) < 0.012
    height = np.where(tall, height * 2.0, height)
    width = rng.uniform(0.0022, 0.0050, count) * mix(1.0, 2.6, smoothstep(5.5, 20.0, depth))
    albedo = meadow_colour(x, z) * rng.uniform(0.70, 1.35, count)[:, None]
    albedo = mix(albedo, np.array([0.36, 0.31, 0.12]), (rng.random(count) < 0.07)[:, None] * 0.75)
    return x, z, depth, height, lean, width, albedo


def painted(image, jobs):
    """Draws polygons (points, colour), given from far to near."""
    draw = ImageDraw.Draw(image)
    for points, colour in jobs:
        draw.polygon(points, fill=colour)


def bytes_of(colour):
    return [tuple(row) for row in np.concatenate([tone(colour) * 255, np.full((len(colour), 1), 255)], 1).astype(int).tolist()]


def blade_jobs(grass, sunlight):
    x, z, depth, height, lean, width, albedo = grass
    sun, sky = sunlight(x, z)
    light = SUNLIGHT * sun[:, None] * 1.35 + SKYLIGHT * (0.35 + 0.65 * sky)[:, None]
    foot, tip = bytes_of(albedo * light * 0.50), bytes_of(albedo * light * 1.42)
    middle = bytes_of(albedo * light * 0.95)
    base = np.stack([x, np.zeros_like(x), z], axis=-1)
    bend = np.stack([lean[:, 0], np.ones_like(x), lean[:, 1]], axis=-1) * height[:, None]
    half = base + bend * [0.32, 0.58, 0.32]
    x0, y0, _ = project(base)
    x1, y1, _ = project(half)
    x2, y2, _ = project(base + bend)
    w = np.maximum(width / depth * LENS / 2, 0.45)
    for i in np.argsort(-depth):
        a, b, c = x0[i], x1[i], x2[i]
        yield depth[i], [(a - w[i], y0[i]), (a + w[i], y0[i]), (b + w[i] * 0.8, y1[i]), (b - w[i] * 0.8, y1[i])], foot[i]
        knee = (mix(b, c, 0.45), mix(y1[i], y2[i], 0.45))
        yield depth[i], [(b - w[i] * 0.8, y1[i]), (b + w[i] * 0.8, y1[i]), (knee[0] + w[i] * 0.5, knee[1]), (knee[0] - w[i] * 0.5, knee[1])], middle[i]
        yield depth[i], [(knee[0] - w[i] * 0.5, knee[1]), (knee[0] + w[i] * 0.5, knee[1]), (c, y2[i])], tip[i]


def flower_jobs(rng, sunlight):
    """Daisies and buttercups: five-sided discs with a lit and a shaded tone."""
    count = 520
    depth = np.exp(rng.uniform(np.log(2.0), np.log(26), count))
    x, z = rng.uniform(-0.58, 0.58, count) * depth * COLUMNS / LENS, EYE[2] + depth
    sun, _ = sunlight(x, z)
    patch = noise(np.stack([x * 0.9 + 3, z * 0.5], axis=-1))
    for i in np.argsort(-depth):
        if patch[i] < 0.50:
            continue
        yellow = rng.random() < 0.55
        albedo = np.array([0.80, 0.56, 0.03]) if yellow else np.array([0.80, 0.80, 0.76])
        light = SUNLIGHT * sun[i] * 0.95 + SKYLIGHT
        radius = rng.uniform(0.007, 0.012) / depth[i] * LENS
        column, row, _ = project(np.array([x[i], rng.uniform(0.07, 0.16), z[i]]))
        angles = np.arange(9) / 9 * 2 * np.pi
        points = [(column + radius * np.cos(a), row + radius * 0.62 * np.sin(a)) for a in angles]
        yield depth[i], points, bytes_of((albedo * light)[None])[0]


def strand_jobs(hairs):
    root, tip, colour, depth = (np.concatenate(a) for a in zip(*hairs))
    x0, y0, _ = project(root)
    x1, y1, _ = project(tip)
    tints = bytes_of(colour)
    away = np.hypot(x1 - x0, y1 - y0) + 1e-6
    nx, ny = -(y1 - y0) / away * 0.85, (x1 - x0) / away * 0.85
    for i in np.argsort(-depth):
        yield depth[i], [(x0[i] - nx[i], y0[i] - ny[i]), (x0[i] + nx[i], y0[i] + ny[i]), (x1[i], y1[i])], tints[i]


# ---------------------------------------------------------------- the picture


def slabs():
    """Edges of the layers, far to near: thin where things are sharp and hide one another, thick where they blur."""
    far = np.geomspace(34, 5.2, 13)
    focus = np.arange(5.1, 3.35, -0.05)
    near = np.geomspace(3.3, 1.6, 9)
    return np.concatenate([far, focus, near])


def composed(background, pixels, jobs):
    """Lays the layers over the background from far to near, each as sharp as the lens leaves it."""
    edges = slabs()
    picture = background.convert("RGBA")
    jobs = sorted(jobs, key=lambda job: -job[0])
    at = 0
    for far, near in zip(edges, edges[1:]):
        layer = Image.new("RGBA", (COLUMNS, ROWS), (60, 80, 30, 0))
        for s in pixels:
            inside = (s["depth"] <= far) & (s["depth"] > near)
            if inside.any():
                array = np.array(layer).reshape(-1, 4)
                array[s["index"][inside], :3] = tone(s["colour"][inside]) * 255
                array[s["index"][inside], 3] = 255
                layer = Image.fromarray(array.reshape(ROWS, COLUMNS, 4))
        batch = []
        while at < len(jobs) and jobs[at][0] > near:
            batch.append(jobs[at][1:])
            at += 1
        painted(layer, batch)
        radius = blur_radius((far + near) / 2)
        if radius > 0.6:
            premultiplied = np.array(layer, np.float32)
            premultiplied[..., :3] *= premultiplied[..., 3:] / 255
            soft = Image.fromarray(premultiplied.astype(np.uint8)).filter(ImageFilter.GaussianBlur(radius))
            over = np.array(soft, np.float32)
            under = np.array(picture, np.float32)
            under[..., :3] = over[..., :3] + under[..., :3] * (1 - over[..., 3:] / 255)
            picture = Image.fromarray(under.clip(0, 255).astype(np.uint8))
        else:
            picture.alpha_composite(layer)
    return picture.convert("RGB")


def developed(picture, rng):
    """Scales down and adds what a camera adds: falling light in the corners, a little glow, grain."""
    small = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    array = np.array(small, np.float32) / 255
    glow = np.array(small.filter(ImageFilter.GaussianBlur(14)), np.float32) / 255
    array = 1 - (1 - array) * (1 - 0.10 * glow**2)
    x, y = np.meshgrid(np.linspace(-1, 1, WIDTH), np.linspace(-1, 1, HEIGHT))
    array = array * (1 - 0.16 * (x * x + 0.8 * y * y) ** 1.2 / 2)[..., None]
    grey = array.mean(-1, keepdims=True)
    array = mix(grey, array, 1.12)
    array = mix(array, smoothstep(0.0, 1.0, array), 0.45)
    grain = rng.normal(0, 0.011, (HEIGHT, WIDTH, 1)) + rng.normal(0, 0.004, (HEIGHT, WIDTH, 3))
    array = array + grain * (1.15 - grey)
    return Image.fromarray((array.clip(0, 1) * 255).round().astype(np.uint8))


def main():
    rng = np.random.default_rng(SEED)
    directions = rays()
    background = backdrop(directions, rng)
    flat = directions.reshape(-1, 3)
    pixels = [shade(dog, render_dog(dog, flat)) for dog in DOGS]
    hairs = [strands(dog, s, rng, len(s["index"]) // 3) for dog, s in zip(DOGS, pixels)]
    sunlight = shadow_map()
    jobs = [*blade_jobs(blades(rng), sunlight), *flower_jobs(rng, sunlight), *strand_jobs(hairs)]
    picture = developed(composed(background, pixels, jobs), rng)
    picture.save(PHOTO, quality=86, optimize=True, subsampling="4:2:0")


if __name__ == "__main__":
    main()
