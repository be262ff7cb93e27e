"""One device, many Python threads: every result is right, and findings stay with the thread that made them."""

import os
import threading

import pytest
import torch
import ttnn

DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"



def in_threads(count, work):
    failures = []

    def guarded(index):
        try:
            work(index)
        except Exception as error:  # noqa: BLE001 - told to the test below
            failures.append(f"thread {index}: {error!r}")

    threads = [threading.Thread(target=guarded, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]


@pytest.fixture
def one_device():
    device = ttnn.open_device(device_id=0)
    yield device
    ttnn.close_device(device)


def test_results_of_many_threads(one_device):
    rounds = 1000 if DEEP else 25

    def work(index):
        generator = torch.Generator().manual_seed(index)
        for turn in range(rounds):
            rows = 32 * (1 + (index + turn) % 3)
            x = torch.rand(1, 1, rows, 64, generator=generator, dtype=torch.float32)
            tensor = ttnn.from_torch(x, dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT, device=one_device)
            back = ttnn.to_torch(ttnn.centralize_w_rm(tensor))
            expected = x - x.mean(dim=-1, keepdim=True)
            worst = (back - expected).abs().max().item()
            assert worst < 1e-3, f"round {turn}: off by {worst}"

    in_threads(16 if DEEP else 8, work)


def test_copies_to_and_fro_while_programs_run(one_device):
    stop = threading.Event()

    def work(index):
        if index == 0:
            x = torch.rand(1, 1, 256, 256)
            tensor = ttnn.from_torch(x, dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT, device=one_device)
            for _ in range(20):
                ttnn.centralize_w_rm(tensor)
            stop.set()
            return
        for turn in range(400):
            y = torch.full((1, 1, 32, 32), float(index * 1000 + turn))
            tensor = ttnn.from_torch(y, dtype=ttnn.float32, layout=ttnn.TILE_LAYOUT, device=one_device)
            assert torch.equal(ttnn.to_torch(tensor), y)
            if stop.is_set():
                return

    in_threads(4, work)
