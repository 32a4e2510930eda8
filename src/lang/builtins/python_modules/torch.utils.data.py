# torch.utils.data: datasets, samplers and the loader that makes batches. Random numbers are drawn in the same order as in PyTorch,
# so the same seed yields the same batches.

import bisect
import math
import numpy as np
import torch


class Dataset:
    """The base of all datasets: `dataset[index]` is a sample."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """The base of datasets that yield their samples one after another."""

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """A dataset of tensors: a sample is one row of each."""

    def __init__(self, *tensors):
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([tensor[index] for tensor in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    """Several datasets one after another."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if len(self.datasets) == 0:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = []
        for dataset in self.datasets:
            self.cumulative_sizes.append(len(self) + len(dataset))

    def __len__(self):
        return self.cumulative_sizes[-1] if len(self.cumulative_sizes) > 0 else 0

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, idx)
        start = 0 if number == 0 else self.cumulative_sizes[number - 1]
        return self.datasets[number][idx - start]


class ChainDataset(IterableDataset):
    """Several iterable datasets one after another."""

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield from dataset

    def __len__(self):
        return sum([len(dataset) for dataset in self.datasets])


class Subset(Dataset):
    """The samples of a dataset at the given indices."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        return self.dataset[[self.indices[place] for place in idx] if isinstance(idx, list) else self.indices[idx]]

    def __getitems__(self, indices):
        return _samples(self.dataset, [self.indices[place] for place in indices])

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Splits a dataset at random into subsets with the given lengths, or fractions of the whole that add up to 1."""
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of_fractions(len(dataset), lengths)
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    indices = torch.randperm(sum(lengths), generator=generator).tolist()
    subsets, start = [], 0
    for length in lengths:
        subsets.append(Subset(dataset, indices[start : start + length]))
        start += length
    return subsets


def _lengths_of_fractions(total, fractions):
    lengths = []
    for place, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"Fraction at index {place} is not between 0 and 1")
        lengths.append(math.floor(total * fraction))
    # The samples left over by rounding down go to the first subsets, one each.
    for place in range(total - sum(lengths)):
        lengths[place % len(lengths)] += 1
    return lengths


class Sampler:
    """The base of all samplers: iterating gives the indices of samples."""

    def __iter__(self):
        raise NotImplementedError


class SequentialSampler(Sampler):
    """Yields the indices in order."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """Yields the indices in random order, or with replacement."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        number = self.num_samples
        if not isinstance(number, int) or number <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={number}")

    @property
    def num_samples(self):
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        generator = self.generator
        if generator is None:
            generator = torch.Generator().manual_seed(_draw_seed(None))
        size = len(self.data_source)
        if self.replacement:
            for start in range(0, self.num_samples, 32):
                drawn = (min(32, self.num_samples - start),)
                yield from torch.randint(high=size, size=drawn, dtype=torch.int64, generator=generator).tolist()
        else:
            for _ in range(self.num_samples // size):
                yield from torch.randperm(size, generator=generator).tolist()
            # PyTorch draws this permutation even if it uses none of it.
            yield from torch.randperm(size, generator=generator).tolist()[: self.num_samples % size]

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """Yields the given indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator

    def __iter__(self):
        order = torch.randperm(len(self.indices), generator=self.generator).tolist()
        yield from [self.indices[place] for place in order]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Yields each index with a probability in proportion to its weight."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        _check_positive("num_samples", num_samples)
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        self.weights = torch.as_tensor(weights, dtype=torch.float64)
        if len(self.weights.shape) != 1:
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {tuple(self.weights.shape)}")
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self):
        drawn = torch.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Gathers the indices of another sampler into lists."""

    def __init__(self, sampler, batch_size, drop_last):
        _check_positive("batch_size", batch_size)
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if len(batch) > 0 and not self.drop_last:
            yield batch

    def __len__(self):
        total = len(self.sampler)
        return total // self.batch_size if self.drop_last else (total + self.batch_size - 1) // self.batch_size


class _EndlessSampler(Sampler):
    # An iterable dataset needs no indices: it decides itself when it ends.
    def __iter__(self):
        while True:
            yield None


def default_collate(batch):
    """Combines a list of samples into a batch: tensors are stacked, numbers become a tensor."""
    first = batch[0]
    if isinstance(first, torch.Tensor):
        return torch.stack(list(batch), 0)
    if isinstance(first, np.ndarray):
        return torch.stack([torch.as_tensor(sample) for sample in batch], 0)
    if isinstance(first, np.generic):
        return torch.tensor([sample.item() for sample in batch], dtype=torch.as_tensor(first).dtype)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        if any(len(sample) != len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return [default_collate(samples) for samples in zip(*batch)]
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {type(first)}")


def default_convert(data):
    """Returns a sample with its tuples as lists; the loader uses it if it makes no batches."""
    if isinstance(data, dict):
        return {key: default_convert(value) for key, value in data.items()}
    if isinstance(data, (tuple, list)):
        return [default_convert(value) for value in data]
    return data


def get_worker_info():
    """Returns None: there are no worker processes here."""
    return None


class DataLoader:
    """Yields the samples of a dataset in batches."""

    def __init__(
        self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None,
        *, prefetch_factor=None, persistent_workers=False, pin_memory_device="", in_order=True
    ):
        self.dataset = dataset
        self.num_workers = num_workers
        self.pin_memory = pin_memory
        self.generator = generator
        self._is_iterable = isinstance(dataset, IterableDataset)
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        _check_options(self._is_iterable, batch_size, shuffle, sampler, batch_sampler, drop_last)
        if sampler is None and self._is_iterable:
            sampler = _EndlessSampler()
        elif sampler is None:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_sampler is not None:
            batch_size = None
        elif batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        default = default_convert if batch_sampler is None else default_collate
        self.collate_fn = default if collate_fn is None else collate_fn

    @property
    def _index_sampler(self):
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def __iter__(self):
        return _LoaderIterator(self)

    def __len__(self):
        if not self._is_iterable:
            return len(self._index_sampler)
        length = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)


class _LoaderIterator:
    def __init__(self, loader):
        self._loader = loader
        self._indices = iter(loader._index_sampler)
        # PyTorch draws a seed for its workers, even if it has none.
        self._base_seed = _draw_seed(loader.generator)
        self._samples = iter(loader.dataset) if loader._is_iterable else None
        self._is_over = False

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader._index_sampler)

    def __next__(self):
        loader = self._loader
        index = next(self._indices)
        if loader._is_iterable:
            data = next(self._samples) if loader.batch_sampler is None else self._gather(len(index))
        elif loader.batch_sampler is None:
            data = loader.dataset[index]
        else:
            data = _samples(loader.dataset, index)
        return loader.collate_fn(data)

    def _gather(self, size):
        # Returns the next samples of an iterable dataset.
        samples = []
        while len(samples) < size and not self._is_over:
            try:
                samples.append(next(self._samples))
            except StopIteration:
                self._is_over = True
        if len(samples) == 0 or (self._loader.drop_last and len(samples) < size):
            raise StopIteration
        return samples


def _samples(dataset, indices):
    return dataset.__getitems__(indices) if hasattr(dataset, "__getitems__") else [dataset[index] for index in indices]


def _draw_seed(generator):
    return torch.empty((), dtype=torch.int64).random_(generator=generator).item()


def _check_positive(name, value):
    if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")


def _check_options(is_iterable, batch_size, shuffle, sampler, batch_sampler, drop_last):
    given = [("shuffle", shuffle if shuffle else None), ("sampler", sampler), ("batch_sampler", batch_sampler)]
    for name, value in given:
        if is_iterable and value is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}")
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if batch_size != 1 or shuffle or sampler is not None or drop_last:
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    elif batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
