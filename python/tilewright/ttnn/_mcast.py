"""Arguments of a multicast with its handshake: what the helper library's pipes take apart on the card."""

from __future__ import annotations

import abc
import enum
from collections.abc import Sequence

from tilewright._tilewright import NOC, CoreCoord, CoreRange, CoreRangeSet, MeshDevice, SemaphoreDescriptor

UNUSED_SEM_ID = 0xFFFFFFFF


class McastDataReady(enum.Enum):
    """How a receiver learns of the data: a flag that it resets, or a counter."""

    Flag = 0
    Counter = 1


class Mcast1DShape(enum.Enum):
    """Lines along which is sent: every row of the grid, or every column."""

    PerRow = 0
    PerColumn = 1


class McastConfig:
    """NoC, handshake and semaphores of one family of multicasts."""

    def __init__(
        self,
        *,
        noc: NOC = NOC.NOC_0,
        handshake: bool = True,
        data_ready: McastDataReady = McastDataReady.Flag,
        rotating_sender: bool = False,
        base_sem_id: int = 0,
        sem_ids: Sequence[int] | None = None,
    ) -> None:
        self.noc = noc
        self.handshake = handshake
        self.data_ready = data_ready
        self.rotating_sender = rotating_sender
        self.base_sem_id = base_sem_id
        self.sem_ids = None if sem_ids is None else list(sem_ids)


class _Mcast(abc.ABC):
    """What both shapes share. A shape says who sends to `core`, who takes turns, and whom a sender reaches."""

    def __init__(self, device: MeshDevice, config: McastConfig | None, holders: CoreRangeSet) -> None:
        self._device = device
        self._config = config if config is not None else McastConfig()
        self._holders = holders
        ids = self._config.sem_ids
        if ids is not None and not ids:
            raise RuntimeError(f"{type(self).__name__}: sem_ids is empty; it needs at least the data-ready semaphore")
        self._owns = ids is None
        self._ready = self._config.base_sem_id if ids is None else ids[0]
        self._consumed = UNUSED_SEM_ID
        if self._config.handshake and ids is None:
            self._consumed = self._config.base_sem_id + 1
        elif self._config.handshake and ids is not None and len(ids) > 1:
            self._consumed = ids[1]

    def _on_card(self, core: CoreCoord) -> tuple[int, int]:
        place = self._device.worker_core_from_logical_core(core)
        return place.x, place.y

    def _box(self, cores: Sequence[CoreCoord]) -> list[int]:
        """The rectangle around them; NoC 1 counts from the far corner."""
        places = [self._on_card(core) for core in cores]
        low = [min(place[axis] for place in places) for axis in (0, 1)]
        high = [max(place[axis] for place in places) for axis in (0, 1)]
        return high + low if self._config.noc == NOC.NOC_1 else low + high

    @abc.abstractmethod
    def _line(self, core: CoreCoord) -> list[CoreCoord]:
        ...

    @abc.abstractmethod
    def _reached(self, core: CoreCoord) -> list[CoreCoord]:
        ...

    @abc.abstractmethod
    def _sender_of(self, core: CoreCoord) -> CoreCoord:
        ...

    @abc.abstractmethod
    def is_sender(self, core: CoreCoord) -> bool:
        """Whether the core sends, ever."""

    @abc.abstractmethod
    def num_active(self) -> int:
        """How many acknowledgements the sender waits for."""

    @abc.abstractmethod
    def active(self) -> bool:
        """Whether anything is sent at all."""

    def owned_semaphores(self) -> list[SemaphoreDescriptor]:
        """The semaphores to add to the program; none where the caller gave their ids."""
        if not self._owns:
            return []
        wanted = [self._ready] + ([self._consumed] if self._config.handshake else [])
        return [SemaphoreDescriptor(id=one, core_ranges=self._holders, initial_value=0) for one in wanted]

    def compile_time_args(self, pre_handshake: bool | None = None) -> list[int]:
        """Active, two semaphores, acknowledgements, flags (1: handshake, 2: counter)."""
        flags = int(self._config.handshake if pre_handshake is None else pre_handshake)
        flags |= 2 if self._config.data_ready is McastDataReady.Counter else 0
        return [int(self.active()), self._ready, self._consumed, self.num_active(), flags]

    def runtime_args(self, core: CoreCoord) -> list[int]:
        """A sender's rectangle, or a receiver's sender; with turns, the rectangle and the sender of every turn."""
        if self._config.rotating_sender:
            turns = self._line(core)
            words = self._box(turns) if self.active() else self._box_of_none()
            for one in turns:
                words += self._on_card(one)
            return words
        if self.is_sender(core):
            return self._box(self._reached(core)) if self.active() else self._box_of_none()
        return [*self._on_card(self._sender_of(core)), 0, 0]

    def _box_of_none(self) -> list[int]:
        return [0, 0, 0, 0]

    def num_senders(self) -> int:
        """Turns; 1 where one core always sends."""
        return len(self._line(CoreCoord(0, 0))) if self._config.rotating_sender else 1

    def num_semaphores(self) -> int:
        """Semaphores that were taken from base_sem_id on."""
        return len(self.owned_semaphores())

    def next_base_sem_id(self) -> int:
        """The first id that is free after this family's."""
        if not self._owns:
            raise RuntimeError(
                f"{type(self).__name__}.next_base_sem_id: the ids were given as sem_ids, so there is no next one; "
                "count them where they were chosen"
            )
        return self._config.base_sem_id + self.num_semaphores()


class Mcast1D(_Mcast):
    """One multicast per row or column of a grid that begins at (0,0)."""

    def __init__(
        self,
        device: MeshDevice,
        grid: CoreRangeSet,
        shape: Mcast1DShape,
        sender_index: int = 0,
        config: McastConfig | None = None,
    ) -> None:
        super().__init__(device, config, grid)
        box = grid.bounding_box()
        if box.start.x or box.start.y:
            raise RuntimeError(f"Mcast1D: the grid begins at ({box.start.x},{box.start.y}); it must begin at (0,0)")
        self._across = shape is Mcast1DShape.PerRow
        self._span = (box.end.x if self._across else box.end.y) + 1
        self._sender = sender_index
        if not self._config.rotating_sender and self.active() and sender_index not in (0, self._span - 1):
            raise RuntimeError(
                f"Mcast1D: sender_index is {sender_index}; the sender must stand at an end of the line, "
                f"0 or {self._span - 1}"
            )

    def _at(self, core: CoreCoord, position: int) -> CoreCoord:
        return CoreCoord(position, core.y) if self._across else CoreCoord(core.x, position)

    def _line(self, core: CoreCoord) -> list[CoreCoord]:
        return [self._at(core, position) for position in range(self._span)]

    def _reached(self, core: CoreCoord) -> list[CoreCoord]:
        line = self._line(core)
        return line[1:] if self._sender == 0 else line[:-1]

    def _sender_of(self, core: CoreCoord) -> CoreCoord:
        return self._at(core, self._sender)

    def is_sender(self, core: CoreCoord) -> bool:
        """Whether the core sends, ever."""
        if self._config.rotating_sender:
            return self.active()
        return (core.x if self._across else core.y) == self._sender

    def num_receivers(self, core: CoreCoord) -> int:
        """Cores that one of its multicasts reaches."""
        return self._span - 1 if self.active() and self.is_sender(core) else 0

    def num_active(self) -> int:
        """How many acknowledgements the sender waits for."""
        return self._span - 1 if self.active() else 0

    def active(self) -> bool:
        """Whether a line has more than one core."""
        return self._span > 1


class Mcast2D(_Mcast):
    """One multicast over a rectangle, from a core in it or outside. `num_active` 0: all that are reached answer."""

    def __init__(
        self,
        device: MeshDevice,
        mcast_rect: CoreRangeSet,
        sender: CoreCoord,
        config: McastConfig | None = None,
        num_active: int = 0,
    ) -> None:
        box = mcast_rect.bounding_box()
        self._cores = [
            CoreCoord(x, y) for y in range(box.start.y, box.end.y + 1) for x in range(box.start.x, box.end.x + 1)
        ]
        self._inside = any((core.x, core.y) == (sender.x, sender.y) for core in self._cores)
        holders = mcast_rect if self._inside else mcast_rect.merge(CoreRangeSet([CoreRange(sender, sender)]))
        super().__init__(device, config, holders)
        self._sender = sender
        self._fan_out = len(self._cores) - int(self._inside)
        self._answers = num_active or self._fan_out
        if self._answers > self._fan_out:
            raise RuntimeError(f"Mcast2D: num_active is {num_active}; the rectangle has {self._fan_out} receivers")
        if self._config.rotating_sender and not self._inside:
            raise RuntimeError(
                f"Mcast2D: the sender ({sender.x},{sender.y}) is outside the rectangle; taking turns needs it inside"
            )

    def _line(self, core: CoreCoord) -> list[CoreCoord]:
        return self._cores

    def _reached(self, core: CoreCoord) -> list[CoreCoord]:
        return self._cores

    def _box_of_none(self) -> list[int]:
        # The sender is alone in it: by the corners the kernel knows that a local copy is all there is to do.
        return self._box(self._cores)

    def _sender_of(self, core: CoreCoord) -> CoreCoord:
        return self._sender

    def is_sender(self, core: CoreCoord) -> bool:
        """Whether the core sends, ever."""
        if self._config.rotating_sender:
            return self.active() and any((one.x, one.y) == (core.x, core.y) for one in self._cores)
        return (core.x, core.y) == (self._sender.x, self._sender.y)

    def num_receivers(self, core: CoreCoord) -> int:
        """Cores that one of its multicasts reaches."""
        return self._fan_out if self._config.rotating_sender or self.is_sender(core) else 0

    def num_active(self) -> int:
        """How many acknowledgements the sender waits for."""
        return self._answers if self.active() else 0

    def active(self) -> bool:
        """Whether there is anybody to send to."""
        return self._fan_out > 0

    def sender_in_rect(self) -> bool:
        """Whether the sender belongs to the rectangle."""
        return self._inside
