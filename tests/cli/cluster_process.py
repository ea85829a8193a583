"""A cluster in a process of its own, in a module that the process can import.

Apart from the workers that go wrong: these need not wait until Dask is loaded.
"""

from threading import Event

from distributed import LocalCluster


def be_a_cluster(address):
    """Be a whole cluster, say where it is, and play until the process is killed."""
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as machines:
        address.send(machines.scheduler_address)
        Event().wait()
